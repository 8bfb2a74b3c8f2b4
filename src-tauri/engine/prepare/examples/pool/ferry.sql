CREATE TABLE harbour (code TEXT PRIMARY KEY, name TEXT, island TEXT, depth_m REAL);
CREATE TABLE ship (id INTEGER PRIMARY KEY, name TEXT, built INTEGER, deck_metres INTEGER, seats INTEGER);
CREATE TABLE line (id INTEGER PRIMARY KEY, from_code TEXT REFERENCES harbour(code), to_code TEXT REFERENCES harbour(code), miles REAL);
CREATE TABLE sailing (id INTEGER PRIMARY KEY, line_id INTEGER REFERENCES line(id), ship_id INTEGER REFERENCES ship(id), planned_at TEXT, left_at TEXT, cancelled INTEGER);
CREATE TABLE traveller (id INTEGER PRIMARY KEY, name TEXT, resident_of TEXT, born_on TEXT);
CREATE TABLE booking (id INTEGER PRIMARY KEY, sailing_id INTEGER REFERENCES sailing(id), traveller_id INTEGER REFERENCES traveller(id), fare REAL, booked_on TEXT, car_length_m REAL);
INSERT INTO harbour VALUES ('SKA','Skarvik','Mainland',11.5),('ULV','Ulvsund','Greater Ulv',7.0),('TER','Ternholm','Tern Island',5.5),('HOL','Holmstad','Mainland',14.0);
INSERT INTO ship VALUES (1,'Albatross',1998,220,400),(2,'Gannet',2011,0,150),(3,'Petrel',2019,310,520);
INSERT INTO line VALUES (1,'SKA','ULV',14),(2,'ULV','TER',9),(3,'HOL','SKA',31),(4,'HOL','TER',40);
INSERT INTO sailing VALUES (1,1,1,'2024-06-01 08:00','2024-06-01 08:05',0),(2,1,1,'2024-06-01 17:30','2024-06-01 18:20',0),(3,2,2,'2024-06-08 09:15','2024-06-08 09:15',0),(4,3,3,'2024-07-13 10:00',NULL,1),(5,3,3,'2024-07-20 10:00','2024-07-20 10:12',0),(6,2,2,'2024-12-24 09:15','2024-12-24 09:50',0);
INSERT INTO traveller VALUES (1,'Arne Vold','Greater Ulv','1957-03-08'),(2,'Bea Lunt','Mainland','1992-11-30'),(3,'Cato Reme','Tern Island','2011-05-17'),(4,'Dina Falk','Mainland','1980-01-25');
INSERT INTO booking VALUES (1,1,1,120,'2024-05-02',4.4),(2,1,2,180,'2024-05-30',NULL),(3,2,2,180,'2024-06-01',NULL),(4,3,1,60,'2024-06-01',NULL),(5,3,3,30,'2024-06-07',NULL),(6,5,2,410,'2024-04-11',5.1),(7,5,4,410,'2024-07-19',4.9),(8,4,4,410,'2024-07-01',4.9),(9,6,3,30,'2024-12-20',NULL);
? Which travellers have sailed on the Petrel, and for how much in total?
SELECT t.name, SUM(b.fare) AS paid FROM traveller t JOIN booking b ON b.traveller_id = t.id JOIN sailing s ON s.id = b.sailing_id JOIN ship v ON v.id = s.ship_id WHERE v.name = 'Petrel' AND s.cancelled = 0 GROUP BY t.id, t.name ORDER BY paid DESC
? What did each ship take in fares?
SELECT v.name, SUM(b.fare) AS fares FROM ship v JOIN sailing s ON s.ship_id = v.id JOIN booking b ON b.sailing_id = s.id GROUP BY v.id, v.name ORDER BY fares DESC
? From which harbour and to which does each line go?
SELECT l.id, a.name AS leaves_from, z.name AS arrives_at FROM line l JOIN harbour a ON a.code = l.from_code JOIN harbour z ON z.code = l.to_code
? How many bookings were there for each pair of harbours?
SELECT a.name, z.name, COUNT(b.id) FROM line l JOIN harbour a ON a.code = l.from_code JOIN harbour z ON z.code = l.to_code JOIN sailing s ON s.line_id = l.id JOIN booking b ON b.sailing_id = s.id GROUP BY l.id, a.name, z.name
? Label every sailing as punctual, late or cancelled. (late means more than 15 minutes behind plan)
SELECT id, CASE WHEN cancelled = 1 THEN 'cancelled' WHEN (julianday(left_at) - julianday(planned_at)) * 1440 > 15 THEN 'late' ELSE 'punctual' END AS label FROM sailing
? What percentage of sailings left late? (late means more than 15 minutes behind plan; cancelled ones do not count)
SELECT 100.0 * SUM(CASE WHEN (julianday(left_at) - julianday(planned_at)) * 1440 > 15 THEN 1 ELSE 0 END) / COUNT(*) FROM sailing WHERE cancelled = 0
? How many minutes late was each ship on average?
SELECT v.name, AVG((julianday(s.left_at) - julianday(s.planned_at)) * 1440) AS minutes FROM sailing s JOIN ship v ON v.id = s.ship_id WHERE s.cancelled = 0 GROUP BY v.id, v.name
? How much was taken in fares in each month of 2024?
SELECT strftime('%m', s.planned_at) AS month, SUM(b.fare) FROM sailing s JOIN booking b ON b.sailing_id = s.id WHERE s.planned_at >= '2024-01-01' AND s.planned_at < '2025-01-01' GROUP BY month ORDER BY month
? How many days ahead do people book, for each line?
SELECT s.line_id, AVG(julianday(date(s.planned_at)) - julianday(b.booked_on)) AS days_ahead FROM booking b JOIN sailing s ON s.id = b.sailing_id GROUP BY s.line_id
? Who booked within two days of leaving?
SELECT DISTINCT t.name FROM traveller t JOIN booking b ON b.traveller_id = t.id JOIN sailing s ON s.id = b.sailing_id WHERE julianday(date(s.planned_at)) - julianday(b.booked_on) <= 2
? Which travellers have sailed both from Skarvik and from Ulvsund?
SELECT t.name FROM traveller t JOIN booking b ON b.traveller_id = t.id JOIN sailing s ON s.id = b.sailing_id JOIN line l ON l.id = s.line_id JOIN harbour h ON h.code = l.from_code WHERE h.name = 'Skarvik' INTERSECT SELECT t.name FROM traveller t JOIN booking b ON b.traveller_id = t.id JOIN sailing s ON s.id = b.sailing_id JOIN line l ON l.id = s.line_id JOIN harbour h ON h.code = l.from_code WHERE h.name = 'Ulvsund'
? Which harbours do we leave from but never arrive at?
SELECT name FROM harbour WHERE code IN (SELECT from_code FROM line EXCEPT SELECT to_code FROM line)
? List all harbours of lines that the Gannet serves, whichever end they are.
SELECT h.name FROM harbour h JOIN line l ON l.from_code = h.code JOIN sailing s ON s.line_id = l.id JOIN ship v ON v.id = s.ship_id WHERE v.name = 'Gannet' UNION SELECT h.name FROM harbour h JOIN line l ON l.to_code = h.code JOIN sailing s ON s.line_id = l.id JOIN ship v ON v.id = s.ship_id WHERE v.name = 'Gannet'
? What is the fare per mile on each line?
SELECT l.id, SUM(b.fare) / COUNT(b.id) / l.miles AS fare_per_mile FROM line l JOIN sailing s ON s.line_id = l.id JOIN booking b ON b.sailing_id = s.id GROUP BY l.id, l.miles
? What share of the Albatross's seats was booked on each sailing?
SELECT s.id, s.planned_at, 100.0 * COUNT(b.id) / v.seats AS percent FROM sailing s JOIN ship v ON v.id = s.ship_id LEFT JOIN booking b ON b.sailing_id = s.id WHERE v.name = 'Albatross' GROUP BY s.id, s.planned_at, v.seats
? How full was the car deck of every sailing, in percent? (fill = sum of car_length_m / deck_metres * 100; ships without a deck are left out)
SELECT s.id, 100.0 * SUM(COALESCE(b.car_length_m, 0)) / v.deck_metres AS fill FROM sailing s JOIN ship v ON v.id = s.ship_id JOIN booking b ON b.sailing_id = s.id WHERE v.deck_metres > 0 GROUP BY s.id, v.deck_metres
? How many children, adults and seniors are among the travellers? (child: under 16 on 1 January 2025; senior: 65 and over)
SELECT CASE WHEN born_on > '2009-01-01' THEN 'child' WHEN born_on <= '1960-01-01' THEN 'senior' ELSE 'adult' END AS age_group, COUNT(*) FROM traveller GROUP BY age_group
? Do residents of Greater Ulv pay less on average than others?
SELECT CASE WHEN t.resident_of = 'Greater Ulv' THEN 'resident' ELSE 'other' END AS who, AVG(b.fare) FROM booking b JOIN traveller t ON t.id = b.traveller_id GROUP BY who
? Which traveller spent most on each ship?
SELECT ship, name, spent FROM (SELECT v.name AS ship, t.name, SUM(b.fare) AS spent, RANK() OVER (PARTITION BY v.id ORDER BY SUM(b.fare) DESC) AS place FROM ship v JOIN sailing s ON s.ship_id = v.id JOIN booking b ON b.sailing_id = s.id JOIN traveller t ON t.id = b.traveller_id GROUP BY v.id, v.name, t.id, t.name) WHERE place = 1
? Which travellers have never been to Ternholm?
SELECT name FROM traveller t WHERE NOT EXISTS (SELECT 1 FROM booking b JOIN sailing s ON s.id = b.sailing_id JOIN line l ON l.id = s.line_id WHERE b.traveller_id = t.id AND l.to_code = 'TER' AND s.cancelled = 0)
? Which lines had no sailing at all?
SELECT a.name, z.name FROM line l JOIN harbour a ON a.code = l.from_code JOIN harbour z ON z.code = l.to_code LEFT JOIN sailing s ON s.line_id = l.id WHERE s.id IS NULL
? How much has to be refunded to each traveller for cancelled sailings?
SELECT t.name, SUM(b.fare) AS refund FROM booking b JOIN sailing s ON s.id = b.sailing_id JOIN traveller t ON t.id = b.traveller_id WHERE s.cancelled = 1 GROUP BY t.id, t.name
? How did fares taken at weekends compare with those on working days?
SELECT SUM(CASE WHEN strftime('%w', s.planned_at) IN ('0', '6') THEN b.fare ELSE 0 END) AS weekend, SUM(CASE WHEN strftime('%w', s.planned_at) IN ('0', '6') THEN 0 ELSE b.fare END) AS working_day FROM booking b JOIN sailing s ON s.id = b.sailing_id
? By how much did fares change from June to July 2024, as a percentage of June?
SELECT 100.0 * (SUM(CASE WHEN s.planned_at LIKE '2024-07%' THEN b.fare END) - SUM(CASE WHEN s.planned_at LIKE '2024-06%' THEN b.fare END)) / SUM(CASE WHEN s.planned_at LIKE '2024-06%' THEN b.fare END) FROM booking b JOIN sailing s ON s.id = b.sailing_id
? Which ships built after 2005 call at a harbour less than 8 metres deep?
SELECT DISTINCT v.name FROM ship v JOIN sailing s ON s.ship_id = v.id JOIN line l ON l.id = s.line_id JOIN harbour h ON h.code IN (l.from_code, l.to_code) WHERE v.built > 2005 AND h.depth_m < 8
? What is the longest gap in days between two sailings on the same line?
SELECT line_id, MAX(gap) FROM (SELECT line_id, julianday(planned_at) - julianday(LAG(planned_at) OVER (PARTITION BY line_id ORDER BY planned_at)) AS gap FROM sailing) WHERE gap IS NOT NULL GROUP BY line_id
? Show the first and the last sailing of every ship.
SELECT v.name, MIN(s.planned_at), MAX(s.planned_at) FROM ship v JOIN sailing s ON s.ship_id = v.id GROUP BY v.id, v.name
? What part of each island's residents' spending went to lines to Tern Island?
SELECT t.resident_of, SUM(CASE WHEN h.island = 'Tern Island' THEN b.fare ELSE 0 END) / SUM(b.fare) AS part FROM booking b JOIN traveller t ON t.id = b.traveller_id JOIN sailing s ON s.id = b.sailing_id JOIN line l ON l.id = s.line_id JOIN harbour h ON h.code = l.to_code GROUP BY t.resident_of
? Which sailings earned more than the average sailing?
WITH earned AS (SELECT s.id, SUM(b.fare) AS fares FROM sailing s JOIN booking b ON b.sailing_id = s.id GROUP BY s.id) SELECT id, fares FROM earned WHERE fares > (SELECT AVG(fares) FROM earned)
? Give the running total of fares by sailing date.
SELECT day, fares, SUM(fares) OVER (ORDER BY day) AS so_far FROM (SELECT date(s.planned_at) AS day, SUM(b.fare) AS fares FROM sailing s JOIN booking b ON b.sailing_id = s.id GROUP BY day)
