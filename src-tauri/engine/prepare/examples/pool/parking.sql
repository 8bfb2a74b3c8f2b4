CREATE TABLE garage (code TEXT PRIMARY KEY, name TEXT, spaces INTEGER, hourly_fee REAL, city TEXT);
CREATE TABLE permit (id INTEGER PRIMARY KEY, holder TEXT, plate TEXT, valid_until TEXT);
CREATE TABLE stay (id INTEGER PRIMARY KEY, garage_code TEXT REFERENCES garage(code), plate TEXT, entered_at TEXT, left_at TEXT, fee_paid REAL);
INSERT INTO garage VALUES ('C1','Central',400,3.5,'Osk'),('C2','Theatre',120,4,'Osk'),('P9','Station',800,2,'Pell'),('P7','Old Mill',60,NULL,'Pell');
INSERT INTO permit VALUES (1,'Tilda Roe','KX 201','2025-01-01'),(2,'Max Ehr','ZZ 900','2023-12-31');
INSERT INTO stay VALUES (1,'C1','KX 201','2024-08-01 09:00','2024-08-01 11:00',7),(2,'C1','AB 555','2024-08-01 10:00','2024-08-01 10:45',3.5),(3,'P9','AB 555','2024-08-02 07:30','2024-08-02 18:00',15),(4,'C2','ZZ 900','2024-08-02 20:00',NULL,NULL),(5,'P9','KX 201','2024-08-03 08:00','2024-08-03 09:00',2);
? How many spaces are there in each city?
SELECT city, SUM(spaces) FROM garage GROUP BY city
? Which garage is the dearest per hour?
SELECT name FROM garage WHERE hourly_fee = (SELECT MAX(hourly_fee) FROM garage)
? Which cars are still parked, and where?
SELECT s.plate, g.name FROM stay s JOIN garage g ON g.code = s.garage_code WHERE s.left_at IS NULL
? How many hours did each stay last?
SELECT id, (julianday(left_at) - julianday(entered_at)) * 24 FROM stay WHERE left_at IS NOT NULL
? What did each garage earn?
SELECT g.name, SUM(s.fee_paid) FROM garage g LEFT JOIN stay s ON s.garage_code = g.code GROUP BY g.code, g.name
? Which permits have expired by August 2024?
SELECT holder FROM permit WHERE valid_until < '2024-08-01'
? Which plates without a permit were seen?
SELECT DISTINCT plate FROM stay WHERE plate NOT IN (SELECT plate FROM permit WHERE plate IS NOT NULL)
? Which cars used more than one garage?
SELECT plate FROM stay GROUP BY plate HAVING COUNT(DISTINCT garage_code) > 1
? How many stays began on each day?
SELECT date(entered_at) AS day, COUNT(*) FROM stay GROUP BY day
? Which garages were not used at all?
SELECT name FROM garage g WHERE NOT EXISTS (SELECT 1 FROM stay s WHERE s.garage_code = g.code)
? What is the average fee paid per stay in Osk?
SELECT AVG(s.fee_paid) FROM stay s JOIN garage g ON g.code = s.garage_code WHERE g.city = 'Osk'
? Show garages with between 100 and 500 spaces.
SELECT name, spaces FROM garage WHERE spaces BETWEEN 100 AND 500
? For which garages is the fee not known?
SELECT name FROM garage WHERE hourly_fee IS NULL
? Who holds the permit for KX 201?
SELECT holder FROM permit WHERE plate = 'KX 201'
? How many cars entered per hour of the day?
SELECT strftime('%H', entered_at) AS hour, COUNT(*) FROM stay GROUP BY hour ORDER BY hour
? List all cities in alphabetical order.
SELECT DISTINCT city FROM garage ORDER BY city
? What share of all fees was paid at the Station garage?
SELECT 100.0 * SUM(CASE WHEN g.name = 'Station' THEN s.fee_paid ELSE 0 END) / SUM(s.fee_paid) FROM stay s JOIN garage g ON g.code = s.garage_code
? What was the first and the last stay of each car?
SELECT plate, MIN(entered_at), MAX(entered_at) FROM stay GROUP BY plate
? Which stays paid less than the hours times the hourly fee?
SELECT s.id FROM stay s JOIN garage g ON g.code = s.garage_code WHERE s.fee_paid < (julianday(s.left_at) - julianday(s.entered_at)) * 24 * g.hourly_fee - 0.01
? Rank the garages in each city by size.
SELECT city, name, RANK() OVER (PARTITION BY city ORDER BY spaces DESC) FROM garage
