CREATE TABLE household (id INTEGER PRIMARY KEY, street TEXT, residents INTEGER, tariff TEXT);
CREATE TABLE meter (id INTEGER PRIMARY KEY, household_id INTEGER REFERENCES household(id), kind TEXT, installed_on TEXT);
CREATE TABLE reading (meter_id INTEGER REFERENCES meter(id), read_on TEXT, value REAL, PRIMARY KEY (meter_id, read_on));
INSERT INTO household VALUES (1,'Elm Row',3,'day'),(2,'Elm Row',1,'night'),(3,'Quay',4,'day'),(4,'Hill',2,NULL);
INSERT INTO meter VALUES (1,1,'power','2019-01-01'),(2,1,'water','2019-01-01'),(3,2,'power','2022-06-01'),(4,3,'power','2015-05-05');
INSERT INTO reading VALUES (1,'2024-01-01',1200),(1,'2024-02-01',1510),(1,'2024-03-01',1790),(2,'2024-01-01',88),(2,'2024-02-01',97),(3,'2024-01-01',300),(3,'2024-03-01',610),(4,'2024-02-01',9050);
? What is the latest reading of every meter?
SELECT meter_id, value FROM reading r WHERE read_on = (SELECT MAX(read_on) FROM reading WHERE meter_id = r.meter_id)
? How much did each meter rise between its first and last reading?
SELECT meter_id, MAX(value) - MIN(value) FROM reading GROUP BY meter_id
? Show the consumption since the previous reading for every meter.
SELECT meter_id, read_on, value - LAG(value) OVER (PARTITION BY meter_id ORDER BY read_on) FROM reading
? How many people live in Elm Row?
SELECT SUM(residents) FROM household WHERE street = 'Elm Row'
? Which households have no meter?
SELECT id FROM household h WHERE NOT EXISTS (SELECT 1 FROM meter m WHERE m.household_id = h.id)
? Which households have a power meter but no water meter?
SELECT household_id FROM meter WHERE kind = 'power' EXCEPT SELECT household_id FROM meter WHERE kind = 'water'
? How many meters of each kind were installed before 2020?
SELECT kind, COUNT(*) FROM meter WHERE installed_on < '2020-01-01' GROUP BY kind
? What is the average number of residents per tariff?
SELECT tariff, AVG(residents) FROM household WHERE tariff IS NOT NULL GROUP BY tariff
? Which meter is the oldest?
SELECT id FROM meter ORDER BY installed_on LIMIT 1
? How many readings were taken in February?
SELECT COUNT(*) FROM reading WHERE strftime('%m', read_on) = '02'
? Which meters were read fewer than two times?
SELECT meter_id FROM reading GROUP BY meter_id HAVING COUNT(*) < 2
? What is the power consumption per resident of each household?
SELECT h.id, (MAX(r.value) - MIN(r.value)) / h.residents FROM household h JOIN meter m ON m.household_id = h.id JOIN reading r ON r.meter_id = m.id WHERE m.kind = 'power' GROUP BY h.id, h.residents
? Which household has the most residents?
SELECT id, residents FROM household ORDER BY residents DESC LIMIT 1
? How many households have an unknown tariff?
SELECT COUNT(*) FROM household WHERE tariff IS NULL
? List the streets with more than one household.
SELECT street FROM household GROUP BY street HAVING COUNT(*) > 1
? Which readings are above 1000?
SELECT meter_id, read_on, value FROM reading WHERE value > 1000
? On which dates was more than one meter read?
SELECT read_on FROM reading GROUP BY read_on HAVING COUNT(DISTINCT meter_id) > 1
? What percentage of households is on the day tariff?
SELECT 100.0 * SUM(CASE WHEN tariff = 'day' THEN 1 ELSE 0 END) / COUNT(*) FROM household
? How many days lie between the readings of meter 3?
SELECT julianday(MAX(read_on)) - julianday(MIN(read_on)) FROM reading WHERE meter_id = 3
? Give all readings of the household in Quay.
SELECT r.read_on, r.value FROM reading r JOIN meter m ON m.id = r.meter_id JOIN household h ON h.id = m.household_id WHERE h.street = 'Quay'
