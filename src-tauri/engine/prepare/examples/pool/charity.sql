CREATE TABLE donor (id INTEGER PRIMARY KEY, name TEXT, type TEXT, country TEXT);
CREATE TABLE campaign (id INTEGER PRIMARY KEY, title TEXT, goal REAL, starts_on TEXT, ends_on TEXT);
CREATE TABLE donation (id INTEGER PRIMARY KEY, donor_id INTEGER REFERENCES donor(id), campaign_id INTEGER REFERENCES campaign(id), amount REAL, currency TEXT, given_on TEXT);
INSERT INTO donor VALUES (1,'Hal Bruun','person','DK'),(2,'Nord Timber','company','SE'),(3,'Mia Oest','person','DK'),(4,'Quiet Fund','company',NULL);
INSERT INTO campaign VALUES (1,'Clean Bay',5000,'2023-01-01','2023-12-31'),(2,'Warm Winter',2000,'2023-10-01','2024-02-28'),(3,'New Roof',10000,'2024-05-01',NULL);
INSERT INTO donation VALUES (1,1,1,50,'EUR','2023-02-01'),(2,1,2,75,'EUR','2023-11-05'),(3,2,1,4000,'EUR','2023-06-30'),(4,3,1,20,'DKK','2023-07-07'),(5,2,2,2500,'EUR','2024-01-15'),(6,1,1,60,'EUR','2024-01-02');
? How much did each campaign collect in euros?
SELECT c.title, SUM(d.amount) FROM campaign c JOIN donation d ON d.campaign_id = c.id WHERE d.currency = 'EUR' GROUP BY c.id, c.title
? Which campaigns reached their goal?
SELECT c.title FROM campaign c JOIN donation d ON d.campaign_id = c.id GROUP BY c.id, c.title, c.goal HAVING SUM(d.amount) >= c.goal
? What percentage of its goal did each campaign reach?
SELECT c.title, 100.0 * COALESCE(SUM(d.amount), 0) / c.goal FROM campaign c LEFT JOIN donation d ON d.campaign_id = c.id GROUP BY c.id, c.title, c.goal
? Who gave the largest single donation?
SELECT o.name FROM donor o JOIN donation d ON d.donor_id = o.id ORDER BY d.amount DESC LIMIT 1
? Which donors have not given anything?
SELECT name FROM donor WHERE id NOT IN (SELECT donor_id FROM donation WHERE donor_id IS NOT NULL)
? How many persons and how many companies are among the donors?
SELECT type, COUNT(*) FROM donor GROUP BY type
? Who gave to every campaign that has donations?
SELECT o.name FROM donor o JOIN donation d ON d.donor_id = o.id GROUP BY o.id, o.name HAVING COUNT(DISTINCT d.campaign_id) = (SELECT COUNT(DISTINCT campaign_id) FROM donation)
? What was the total per year?
SELECT strftime('%Y', given_on) AS year, SUM(amount) FROM donation GROUP BY year
? Which campaigns have no end date?
SELECT title FROM campaign WHERE ends_on IS NULL
? What is the average donation of persons compared with companies?
SELECT o.type, AVG(d.amount) FROM donor o JOIN donation d ON d.donor_id = o.id GROUP BY o.type
? List the donations over 1000 with donor and campaign.
SELECT o.name, c.title, d.amount FROM donation d JOIN donor o ON o.id = d.donor_id JOIN campaign c ON c.id = d.campaign_id WHERE d.amount > 1000
? How often did Hal Bruun give?
SELECT COUNT(*) FROM donation d JOIN donor o ON o.id = d.donor_id WHERE o.name = 'Hal Bruun'
? In which currencies was money given?
SELECT DISTINCT currency FROM donation
? What is the cumulative amount of Clean Bay over time?
SELECT d.given_on, SUM(d.amount) OVER (ORDER BY d.given_on) FROM donation d JOIN campaign c ON c.id = d.campaign_id WHERE c.title = 'Clean Bay'
? When did each donor give for the first time?
SELECT o.name, MIN(d.given_on) FROM donor o JOIN donation d ON d.donor_id = o.id GROUP BY o.id, o.name
? Which donors gave more in 2023 than in 2024?
SELECT o.name FROM donor o JOIN donation d ON d.donor_id = o.id GROUP BY o.id, o.name HAVING SUM(CASE WHEN d.given_on LIKE '2023%' THEN d.amount ELSE 0 END) > SUM(CASE WHEN d.given_on LIKE '2024%' THEN d.amount ELSE 0 END)
? How long did each finished campaign run, in days?
SELECT title, julianday(ends_on) - julianday(starts_on) FROM campaign WHERE ends_on IS NOT NULL
? Which donations came in after the campaign had ended?
SELECT d.id FROM donation d JOIN campaign c ON c.id = d.campaign_id WHERE d.given_on > c.ends_on
? Which donors come from Denmark?
SELECT name FROM donor WHERE country = 'DK'
? What is the median donation?
SELECT AVG(amount) FROM (SELECT amount FROM donation ORDER BY amount LIMIT 2 - (SELECT COUNT(*) FROM donation) % 2 OFFSET (SELECT (COUNT(*) - 1) / 2 FROM donation))
