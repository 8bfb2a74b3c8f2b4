CREATE TABLE grower (id INTEGER PRIMARY KEY, name TEXT, land TEXT, height_m INTEGER);
CREATE TABLE lot (id INTEGER PRIMARY KEY, grower_id INTEGER REFERENCES grower(id), variety TEXT, bought_on TEXT, kilos REAL, price_a_kilo REAL);
CREATE TABLE roast (id INTEGER PRIMARY KEY, lot_id INTEGER REFERENCES lot(id), roasted_on TEXT, kilos_in REAL, kilos_out REAL, degree TEXT);
CREATE TABLE cafe (id INTEGER PRIMARY KEY, name TEXT, town TEXT, since TEXT);
CREATE TABLE delivery (id INTEGER PRIMARY KEY, cafe_id INTEGER REFERENCES cafe(id), sent_on TEXT, paid_on TEXT);
CREATE TABLE delivery_line (delivery_id INTEGER REFERENCES delivery(id), roast_id INTEGER REFERENCES roast(id), kilos REAL, price_a_kilo REAL);
INSERT INTO grower VALUES (1,'Finca Loma Alta','Peru',1750),(2,'Gitega Washers','Burundi',1900),(3,'Serra Clara','Brazil',1050);
INSERT INTO lot VALUES (1,1,'caturra','2024-01-10',300,6.5),(2,2,'bourbon','2024-02-02',200,7.8),(3,3,'catuai','2024-02-20',500,4.1),(4,1,'typica','2024-06-14',150,8.2);
INSERT INTO roast VALUES (1,1,'2024-02-01',60,51,'medium'),(2,2,'2024-02-15',40,34.4,'light'),(3,3,'2024-03-04',100,83,'dark'),(4,1,'2024-03-18',60,49.8,'dark'),(5,2,'2024-07-01',50,43,'light');
INSERT INTO cafe VALUES (1,'Corner Cup','Hale','2022-05-01'),(2,'Blue Kettle','Hale','2023-11-15'),(3,'Station Bar','Orrin','2024-06-01');
INSERT INTO delivery VALUES (1,1,'2024-02-05','2024-02-25'),(2,2,'2024-02-20','2024-04-10'),(3,1,'2024-03-08','2024-03-30'),(4,3,'2024-07-05',NULL),(5,1,'2024-07-06',NULL);
INSERT INTO delivery_line VALUES (1,1,20,18),(2,1,10,18),(2,2,12,22),(3,3,30,14),(3,2,8,22),(4,5,15,23),(5,4,25,17),(5,5,5,23);
? Which cafes have been sent coffee from Burundi?
SELECT DISTINCT c.name FROM cafe c JOIN delivery d ON d.cafe_id = c.id JOIN delivery_line l ON l.delivery_id = d.id JOIN roast r ON r.id = l.roast_id JOIN lot t ON t.id = r.lot_id JOIN grower g ON g.id = t.grower_id WHERE g.land = 'Burundi'
? What is our revenue by the land that the coffee comes from?
SELECT g.land, SUM(l.kilos * l.price_a_kilo) AS revenue FROM grower g JOIN lot t ON t.grower_id = g.id JOIN roast r ON r.lot_id = t.id JOIN delivery_line l ON l.roast_id = r.id GROUP BY g.land ORDER BY revenue DESC
? How many kilos of each variety did every cafe get?
SELECT c.name, t.variety, SUM(l.kilos) FROM cafe c JOIN delivery d ON d.cafe_id = c.id JOIN delivery_line l ON l.delivery_id = d.id JOIN roast r ON r.id = l.roast_id JOIN lot t ON t.id = r.lot_id GROUP BY c.id, c.name, t.variety
? What percentage of its weight is lost in each degree of roast? (loss = (kilos_in - kilos_out) / kilos_in * 100)
SELECT degree, 100.0 * (SUM(kilos_in) - SUM(kilos_out)) / SUM(kilos_in) AS loss FROM roast GROUP BY degree
? How much green coffee is left of every lot? (kilos bought minus kilos that went into roasts)
SELECT t.id, t.variety, t.kilos - COALESCE(SUM(r.kilos_in), 0) AS left_over FROM lot t LEFT JOIN roast r ON r.lot_id = t.id GROUP BY t.id, t.variety, t.kilos
? How many days does each cafe take to pay on average?
SELECT c.name, AVG(julianday(d.paid_on) - julianday(d.sent_on)) AS days FROM cafe c JOIN delivery d ON d.cafe_id = c.id WHERE d.paid_on IS NOT NULL GROUP BY c.id, c.name
? Sort deliveries into paid on time, paid late and unpaid. (on time means within 30 days)
SELECT id, CASE WHEN paid_on IS NULL THEN 'unpaid' WHEN julianday(paid_on) - julianday(sent_on) <= 30 THEN 'on time' ELSE 'late' END AS state FROM delivery
? How much does each cafe still owe us?
SELECT c.name, SUM(l.kilos * l.price_a_kilo) AS owed FROM cafe c JOIN delivery d ON d.cafe_id = c.id JOIN delivery_line l ON l.delivery_id = d.id WHERE d.paid_on IS NULL GROUP BY c.id, c.name
? How fresh was the coffee when it was sent, in days, per delivery?
SELECT d.id, MAX(julianday(d.sent_on) - julianday(r.roasted_on)) AS days FROM delivery d JOIN delivery_line l ON l.delivery_id = d.id JOIN roast r ON r.id = l.roast_id GROUP BY d.id
? Which cafes have bought both light and dark roasts?
SELECT c.name FROM cafe c JOIN delivery d ON d.cafe_id = c.id JOIN delivery_line l ON l.delivery_id = d.id JOIN roast r ON r.id = l.roast_id WHERE r.degree = 'light' INTERSECT SELECT c.name FROM cafe c JOIN delivery d ON d.cafe_id = c.id JOIN delivery_line l ON l.delivery_id = d.id JOIN roast r ON r.id = l.roast_id WHERE r.degree = 'dark'
? Which varieties have we bought but never delivered?
SELECT variety FROM lot EXCEPT SELECT t.variety FROM lot t JOIN roast r ON r.lot_id = t.id JOIN delivery_line l ON l.roast_id = r.id
? What is the margin on a kilo of each land's coffee? (margin: average selling price minus average buying price)
SELECT g.land, AVG(l.price_a_kilo) - AVG(t.price_a_kilo) AS margin FROM grower g JOIN lot t ON t.grower_id = g.id JOIN roast r ON r.lot_id = t.id JOIN delivery_line l ON l.roast_id = r.id GROUP BY g.land
? What share of revenue comes from cafes in Hale?
SELECT 100.0 * SUM(CASE WHEN c.town = 'Hale' THEN l.kilos * l.price_a_kilo ELSE 0 END) / SUM(l.kilos * l.price_a_kilo) FROM cafe c JOIN delivery d ON d.cafe_id = c.id JOIN delivery_line l ON l.delivery_id = d.id
? What was the revenue of the first and of the second half of 2024?
SELECT SUM(CASE WHEN d.sent_on < '2024-07-01' THEN l.kilos * l.price_a_kilo ELSE 0 END) AS first_half, SUM(CASE WHEN d.sent_on >= '2024-07-01' THEN l.kilos * l.price_a_kilo ELSE 0 END) AS second_half FROM delivery d JOIN delivery_line l ON l.delivery_id = d.id WHERE d.sent_on >= '2024-01-01' AND d.sent_on < '2025-01-01'
? Which grower sold us the most kilos, and for how much money?
SELECT g.name, SUM(t.kilos) AS kilos, SUM(t.kilos * t.price_a_kilo) AS paid FROM grower g JOIN lot t ON t.grower_id = g.id GROUP BY g.id, g.name ORDER BY kilos DESC LIMIT 1
? What is the most sold variety of each town?
SELECT town, variety, kilos FROM (SELECT c.town, t.variety, SUM(l.kilos) AS kilos, ROW_NUMBER() OVER (PARTITION BY c.town ORDER BY SUM(l.kilos) DESC) AS place FROM cafe c JOIN delivery d ON d.cafe_id = c.id JOIN delivery_line l ON l.delivery_id = d.id JOIN roast r ON r.id = l.roast_id JOIN lot t ON t.id = r.lot_id GROUP BY c.town, t.variety) WHERE place = 1
? Do high growers get better prices? (high means above 1500 metres)
SELECT CASE WHEN g.height_m > 1500 THEN 'high' ELSE 'low' END AS height, AVG(t.price_a_kilo) FROM grower g JOIN lot t ON t.grower_id = g.id GROUP BY height
? How many months after joining did each cafe get its first delivery?
SELECT c.name, (julianday(MIN(d.sent_on)) - julianday(c.since)) / 30.44 AS months FROM cafe c JOIN delivery d ON d.cafe_id = c.id GROUP BY c.id, c.name, c.since
? What is the average number of kilos on a delivery, by town?
SELECT town, AVG(kilos) FROM (SELECT c.town, d.id, SUM(l.kilos) AS kilos FROM cafe c JOIN delivery d ON d.cafe_id = c.id JOIN delivery_line l ON l.delivery_id = d.id GROUP BY c.town, d.id) GROUP BY town
? Which roasts are nearly sold out? (nearly: no more than 20 kilos of what came out are left)
SELECT r.id, r.kilos_out - COALESCE(SUM(l.kilos), 0) AS remaining FROM roast r LEFT JOIN delivery_line l ON l.roast_id = r.id GROUP BY r.id, r.kilos_out HAVING remaining <= 20
? Rank the lands by what a kilo of roasted coffee costs us. (kilos_in * price_a_kilo / kilos_out)
SELECT g.land, SUM(r.kilos_in * t.price_a_kilo) / SUM(r.kilos_out) AS cost, RANK() OVER (ORDER BY SUM(r.kilos_in * t.price_a_kilo) / SUM(r.kilos_out)) AS place FROM grower g JOIN lot t ON t.grower_id = g.id JOIN roast r ON r.lot_id = t.id GROUP BY g.land
? How many weeks lie between buying a lot and first roasting it?
SELECT t.id, (julianday(MIN(r.roasted_on)) - julianday(t.bought_on)) / 7 AS weeks FROM lot t JOIN roast r ON r.lot_id = t.id GROUP BY t.id, t.bought_on
? By what percentage did each cafe's orders grow from one delivery to the next?
WITH sent AS (SELECT d.cafe_id, d.sent_on, SUM(l.kilos) AS kilos FROM delivery d JOIN delivery_line l ON l.delivery_id = d.id GROUP BY d.id, d.cafe_id, d.sent_on) SELECT c.name, s.sent_on, 100.0 * (s.kilos - LAG(s.kilos) OVER (PARTITION BY s.cafe_id ORDER BY s.sent_on)) / LAG(s.kilos) OVER (PARTITION BY s.cafe_id ORDER BY s.sent_on) AS growth FROM sent s JOIN cafe c ON c.id = s.cafe_id
? Which growers' coffee has Station Bar never had?
SELECT name FROM grower g WHERE NOT EXISTS (SELECT 1 FROM lot t JOIN roast r ON r.lot_id = t.id JOIN delivery_line l ON l.roast_id = r.id JOIN delivery d ON d.id = l.delivery_id JOIN cafe c ON c.id = d.cafe_id WHERE t.grower_id = g.id AND c.name = 'Station Bar')
? Which deliveries hold coffee from more than one grower?
SELECT d.id, c.name FROM delivery d JOIN cafe c ON c.id = d.cafe_id JOIN delivery_line l ON l.delivery_id = d.id JOIN roast r ON r.id = l.roast_id JOIN lot t ON t.id = r.lot_id GROUP BY d.id, c.name HAVING COUNT(DISTINCT t.grower_id) > 1
? List the dates on which anything was roasted or sent.
SELECT roasted_on AS day FROM roast UNION SELECT sent_on FROM delivery ORDER BY day
? What did a kilo sell for on average in every month, weighted by the kilos?
SELECT strftime('%Y-%m', d.sent_on) AS month, SUM(l.kilos * l.price_a_kilo) / SUM(l.kilos) AS price FROM delivery d JOIN delivery_line l ON l.delivery_id = d.id GROUP BY month
? Which cafe has the highest revenue for each degree of roast?
SELECT degree, name FROM (SELECT r.degree, c.name, RANK() OVER (PARTITION BY r.degree ORDER BY SUM(l.kilos * l.price_a_kilo) DESC) AS place FROM roast r JOIN delivery_line l ON l.roast_id = r.id JOIN delivery d ON d.id = l.delivery_id JOIN cafe c ON c.id = d.cafe_id GROUP BY r.degree, c.id, c.name) WHERE place = 1
? Which cafes pay more for a kilo than is paid on average?
SELECT c.name, AVG(l.price_a_kilo) AS price FROM cafe c JOIN delivery d ON d.cafe_id = c.id JOIN delivery_line l ON l.delivery_id = d.id GROUP BY c.id, c.name HAVING AVG(l.price_a_kilo) > (SELECT AVG(price_a_kilo) FROM delivery_line)
? How much of the Peruvian coffee was roasted within 30 days of being bought, as a percentage of its kilos?
SELECT 100.0 * SUM(CASE WHEN julianday(r.roasted_on) - julianday(t.bought_on) <= 30 THEN r.kilos_in ELSE 0 END) / SUM(r.kilos_in) FROM roast r JOIN lot t ON t.id = r.lot_id JOIN grower g ON g.id = t.grower_id WHERE g.land = 'Peru'
