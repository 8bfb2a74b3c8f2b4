CREATE TABLE team (id INTEGER PRIMARY KEY, title TEXT, city TEXT);
CREATE TABLE agent (id INTEGER PRIMARY KEY, name TEXT, team_id INTEGER REFERENCES team(id), started_on TEXT, hours_a_week INTEGER);
CREATE TABLE client (id INTEGER PRIMARY KEY, company TEXT, contract TEXT, yearly_fee REAL);
CREATE TABLE product (id INTEGER PRIMARY KEY, label TEXT, version TEXT);
CREATE TABLE ticket (id INTEGER PRIMARY KEY, client_id INTEGER REFERENCES client(id), product_id INTEGER REFERENCES product(id), agent_id INTEGER REFERENCES agent(id), urgency INTEGER, opened_at TEXT, closed_at TEXT, stars INTEGER);
CREATE TABLE note (id INTEGER PRIMARY KEY, ticket_id INTEGER REFERENCES ticket(id), agent_id INTEGER REFERENCES agent(id), written_at TEXT, minutes INTEGER);
INSERT INTO team VALUES (1,'Front line','Brod'),(2,'Databases','Lome'),(3,'Night shift','Brod');
INSERT INTO agent VALUES (1,'Ines Roth',1,'2019-04-01',40),(2,'Jon Pask',1,'2023-09-15',20),(3,'Kira Onu',2,'2021-01-11',40),(4,'Leo Stam',3,'2024-02-01',32);
INSERT INTO client VALUES (1,'Brightwell Mills','gold',12000),(2,'Corrigan Tea','silver',4000),(3,'Dunmore Legal','gold',9000),(4,'Eastfield Choir','basic',600);
INSERT INTO product VALUES (1,'Ledger','4.2'),(2,'Payroll','2.0'),(3,'Portal','1.1');
INSERT INTO ticket VALUES (1,1,1,1,1,'2024-03-04 09:00','2024-03-04 15:30',5),(2,1,2,2,3,'2024-03-05 10:00','2024-03-09 10:00',2),(3,2,1,1,2,'2024-03-11 14:00','2024-03-12 09:00',4),(4,3,3,3,1,'2024-04-02 08:30','2024-04-02 11:00',NULL),(5,3,1,3,2,'2024-04-20 16:00',NULL,NULL),(6,2,3,4,3,'2024-05-01 22:00','2024-05-02 02:00',3),(7,1,1,NULL,2,'2024-05-06 07:45',NULL,NULL);
INSERT INTO note VALUES (1,1,1,'2024-03-04 09:20',15),(2,1,3,'2024-03-04 13:00',40),(3,2,2,'2024-03-06 09:00',30),(4,2,2,'2024-03-08 16:00',75),(5,3,1,'2024-03-11 15:00',20),(6,4,3,'2024-04-02 09:00',60),(7,5,3,'2024-04-22 10:00',10),(8,6,4,'2024-05-01 23:10',45),(9,3,2,'2024-03-12 08:30',5);
? How many minutes has each team worked for each company?
SELECT m.title, c.company, SUM(n.minutes) FROM note n JOIN agent a ON a.id = n.agent_id JOIN team m ON m.id = a.team_id JOIN ticket k ON k.id = n.ticket_id JOIN client c ON c.id = k.client_id GROUP BY m.id, m.title, c.id, c.company
? Which companies have reported trouble with the Portal?
SELECT DISTINCT c.company FROM client c JOIN ticket k ON k.client_id = c.id JOIN product p ON p.id = k.product_id WHERE p.label = 'Portal'
? Which agents wrote notes on tickets that are not theirs?
SELECT DISTINCT a.name FROM note n JOIN agent a ON a.id = n.agent_id JOIN ticket k ON k.id = n.ticket_id WHERE k.agent_id <> n.agent_id
? How long does it take to close a ticket on average, in hours, by urgency?
SELECT urgency, AVG((julianday(closed_at) - julianday(opened_at)) * 24) AS hours FROM ticket WHERE closed_at IS NOT NULL GROUP BY urgency ORDER BY urgency
? How soon did the first note follow each ticket, in minutes?
SELECT k.id, (julianday(MIN(n.written_at)) - julianday(k.opened_at)) * 1440 AS minutes FROM ticket k JOIN note n ON n.ticket_id = k.id GROUP BY k.id, k.opened_at
? What share of tickets kept the promise? (the promise: urgency 1 closed within 8 hours, 2 within 24, 3 within 72; open ones do not count)
SELECT 100.0 * SUM(CASE WHEN (julianday(closed_at) - julianday(opened_at)) * 24 <= CASE urgency WHEN 1 THEN 8 WHEN 2 THEN 24 ELSE 72 END THEN 1 ELSE 0 END) / COUNT(*) FROM ticket WHERE closed_at IS NOT NULL
? Show urgency in words beside each open ticket. (1 is high, 2 normal, 3 low)
SELECT id, CASE urgency WHEN 1 THEN 'high' WHEN 2 THEN 'normal' ELSE 'low' END AS urgency FROM ticket WHERE closed_at IS NULL
? How many tickets are open and how many are closed, per product?
SELECT p.label, SUM(CASE WHEN k.closed_at IS NULL THEN 1 ELSE 0 END) AS open, SUM(CASE WHEN k.closed_at IS NOT NULL THEN 1 ELSE 0 END) AS closed FROM product p JOIN ticket k ON k.product_id = p.id GROUP BY p.id, p.label
? Which clients have tickets for the Ledger but none for the Portal?
SELECT c.company FROM client c JOIN ticket k ON k.client_id = c.id JOIN product p ON p.id = k.product_id WHERE p.label = 'Ledger' EXCEPT SELECT c.company FROM client c JOIN ticket k ON k.client_id = c.id JOIN product p ON p.id = k.product_id WHERE p.label = 'Portal'
? Which agents have worked for both Brightwell Mills and Corrigan Tea?
SELECT a.name FROM agent a JOIN note n ON n.agent_id = a.id JOIN ticket k ON k.id = n.ticket_id JOIN client c ON c.id = k.client_id WHERE c.company = 'Brightwell Mills' INTERSECT SELECT a.name FROM agent a JOIN note n ON n.agent_id = a.id JOIN ticket k ON k.id = n.ticket_id JOIN client c ON c.id = k.client_id WHERE c.company = 'Corrigan Tea'
? How many tickets came in each month, and how many were closed in the same month?
SELECT strftime('%Y-%m', opened_at) AS month, COUNT(*) AS opened, SUM(strftime('%Y-%m', closed_at) = strftime('%Y-%m', opened_at)) AS closed_at_once FROM ticket GROUP BY month ORDER BY month
? How many days old is every open ticket on 1 June 2024?
SELECT id, CAST(julianday('2024-06-01') - julianday(opened_at) AS INTEGER) AS days FROM ticket WHERE closed_at IS NULL
? What does a minute of work bring in for each client? (yearly_fee / minutes)
SELECT c.company, c.yearly_fee / SUM(n.minutes) AS fee_a_minute FROM client c JOIN ticket k ON k.client_id = c.id JOIN note n ON n.ticket_id = k.id GROUP BY c.id, c.company, c.yearly_fee ORDER BY fee_a_minute
? Which clients with a gold contract are waiting for an answer? (waiting: a ticket without any note)
SELECT DISTINCT c.company FROM client c JOIN ticket k ON k.client_id = c.id LEFT JOIN note n ON n.ticket_id = k.id WHERE c.contract = 'gold' AND n.id IS NULL
? How many stars does each team get on average?
SELECT m.title, AVG(k.stars) FROM team m JOIN agent a ON a.team_id = m.id JOIN ticket k ON k.agent_id = a.id GROUP BY m.id, m.title HAVING AVG(k.stars) IS NOT NULL
? Who is the busiest agent of each team, by minutes?
SELECT title, name, minutes FROM (SELECT m.title, a.name, SUM(n.minutes) AS minutes, ROW_NUMBER() OVER (PARTITION BY m.id ORDER BY SUM(n.minutes) DESC) AS place FROM team m JOIN agent a ON a.team_id = m.id JOIN note n ON n.agent_id = a.id GROUP BY m.id, m.title, a.id, a.name) WHERE place = 1
? What percentage of the minutes went to each product?
SELECT p.label, 100.0 * SUM(n.minutes) / (SELECT SUM(minutes) FROM note) AS percent FROM product p JOIN ticket k ON k.product_id = p.id JOIN note n ON n.ticket_id = k.id GROUP BY p.id, p.label
? Which agents had been with us for less than a year when they took the ticket?
SELECT a.name, k.id FROM ticket k JOIN agent a ON a.id = k.agent_id WHERE julianday(k.opened_at) - julianday(a.started_on) < 365
? Are part-time agents rated better than full-time ones? (full time: 40 hours a week)
SELECT CASE WHEN a.hours_a_week >= 40 THEN 'full time' ELSE 'part time' END AS kind, AVG(k.stars) FROM ticket k JOIN agent a ON a.id = k.agent_id GROUP BY kind
? Which cities have teams that solved Payroll tickets?
SELECT DISTINCT m.city FROM team m JOIN agent a ON a.team_id = m.id JOIN ticket k ON k.agent_id = a.id JOIN product p ON p.id = k.product_id WHERE p.label = 'Payroll' AND k.closed_at IS NOT NULL
? Which clients have never opened a ticket?
SELECT company FROM client c WHERE NOT EXISTS (SELECT 1 FROM ticket k WHERE k.client_id = c.id)
? How many notes does a ticket of each urgency get on average?
SELECT urgency, AVG(notes) FROM (SELECT k.id, k.urgency, COUNT(n.id) AS notes FROM ticket k LEFT JOIN note n ON n.ticket_id = k.id GROUP BY k.id, k.urgency) GROUP BY urgency
? Which tickets took more work than the average ticket of the same product?
WITH work AS (SELECT k.id, k.product_id, SUM(n.minutes) AS minutes FROM ticket k JOIN note n ON n.ticket_id = k.id GROUP BY k.id, k.product_id) SELECT id, minutes FROM work w WHERE minutes > (SELECT AVG(minutes) FROM work o WHERE o.product_id = w.product_id)
? How many tickets were opened outside office hours? (office hours: 8 to 18)
SELECT COUNT(*) FROM ticket WHERE CAST(strftime('%H', opened_at) AS INTEGER) < 8 OR CAST(strftime('%H', opened_at) AS INTEGER) >= 18
? List everybody who appears on ticket 1, its owner and those who wrote notes.
SELECT a.name FROM agent a JOIN ticket k ON k.agent_id = a.id WHERE k.id = 1 UNION SELECT a.name FROM agent a JOIN note n ON n.agent_id = a.id WHERE n.ticket_id = 1
? By how many tickets did each month differ from the one before?
SELECT month, opened - LAG(opened) OVER (ORDER BY month) AS change FROM (SELECT strftime('%Y-%m', opened_at) AS month, COUNT(*) AS opened FROM ticket GROUP BY month)
? What part of the fees comes from clients whose last ticket is still open?
SELECT 1.0 * SUM(CASE WHEN k.closed_at IS NULL THEN c.yearly_fee ELSE 0 END) / SUM(c.yearly_fee) FROM client c LEFT JOIN ticket k ON k.client_id = c.id AND k.opened_at = (SELECT MAX(opened_at) FROM ticket WHERE client_id = c.id)
? Which product version needs the most minutes per ticket?
SELECT p.label, p.version FROM product p JOIN ticket k ON k.product_id = p.id JOIN note n ON n.ticket_id = k.id GROUP BY p.id, p.label, p.version ORDER BY 1.0 * SUM(n.minutes) / COUNT(DISTINCT k.id) DESC LIMIT 1
? Count the tickets by quarter and contract.
SELECT (CAST(strftime('%m', k.opened_at) AS INTEGER) + 2) / 3 AS quarter, c.contract, COUNT(*) FROM ticket k JOIN client c ON c.id = k.client_id GROUP BY quarter, c.contract
? Which agents closed a ticket on the day it was opened, for which company?
SELECT a.name, c.company FROM ticket k JOIN agent a ON a.id = k.agent_id JOIN client c ON c.id = k.client_id WHERE date(k.closed_at) = date(k.opened_at)
