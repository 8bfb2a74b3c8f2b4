CREATE TABLE workshop (id INTEGER PRIMARY KEY, name TEXT, city TEXT);
CREATE TABLE mechanic (id INTEGER PRIMARY KEY, name TEXT, workshop_id INTEGER REFERENCES workshop(id), boss_id INTEGER REFERENCES mechanic(id), hourly_wage REAL);
CREATE TABLE job (id INTEGER PRIMARY KEY, mechanic_id INTEGER REFERENCES mechanic(id), device TEXT, received_on TEXT, done_on TEXT, hours REAL, parts_cost REAL);
INSERT INTO workshop VALUES (1,'Cog and Co','Lund'),(2,'Fixit','Marl'),(3,'Spare','Lund');
INSERT INTO mechanic VALUES (1,'Ruth',1,NULL,31),(2,'Sami',1,1,24),(3,'Vito',2,NULL,29),(4,'Wim',1,1,33);
INSERT INTO job VALUES (1,2,'bicycle','2024-03-01','2024-03-04',2.5,18),(2,2,'mixer','2024-03-02','2024-03-02',1,0),(3,3,'bicycle','2024-03-05',NULL,NULL,NULL),(4,1,'lathe','2024-03-06','2024-03-20',11,240),(5,4,'mixer','2024-04-01','2024-04-03',1.5,12.5);
? Who is the boss of Sami?
SELECT b.name FROM mechanic m JOIN mechanic b ON b.id = m.boss_id WHERE m.name = 'Sami'
? Which mechanics have no boss?
SELECT name FROM mechanic WHERE boss_id IS NULL
? How many people report to each boss?
SELECT b.name, COUNT(*) FROM mechanic m JOIN mechanic b ON b.id = m.boss_id GROUP BY b.id, b.name
? Which mechanics earn more than their boss?
SELECT m.name FROM mechanic m JOIN mechanic b ON b.id = m.boss_id WHERE m.hourly_wage > b.hourly_wage
? What did each finished job cost in wages and parts?
SELECT j.id, j.hours * m.hourly_wage + j.parts_cost FROM job j JOIN mechanic m ON m.id = j.mechanic_id WHERE j.done_on IS NOT NULL
? Which jobs are still open?
SELECT id FROM job WHERE done_on IS NULL
? How many days did each repair take?
SELECT id, julianday(done_on) - julianday(received_on) FROM job WHERE done_on IS NOT NULL
? What is the average repair time per device?
SELECT device, AVG(hours) FROM job GROUP BY device
? Which workshops have no mechanics?
SELECT w.name FROM workshop w LEFT JOIN mechanic m ON m.workshop_id = w.id WHERE m.id IS NULL
? How many workshops are there per city?
SELECT city, COUNT(*) FROM workshop GROUP BY city
? Which devices were repaired in more than one workshop?
SELECT j.device FROM job j JOIN mechanic m ON m.id = j.mechanic_id GROUP BY j.device HAVING COUNT(DISTINCT m.workshop_id) > 1
? Which mechanic did the most hours?
SELECT m.name FROM mechanic m JOIN job j ON j.mechanic_id = m.id GROUP BY m.id, m.name ORDER BY SUM(j.hours) DESC LIMIT 1
? How many jobs were received in each month?
SELECT strftime('%Y-%m', received_on), COUNT(*) FROM job GROUP BY 1
? Were there jobs finished on the day they came in?
SELECT id FROM job WHERE done_on = received_on
? What is the highest parts cost in Lund?
SELECT MAX(j.parts_cost) FROM job j JOIN mechanic m ON m.id = j.mechanic_id JOIN workshop w ON w.id = m.workshop_id WHERE w.city = 'Lund'
? What is the average wage in the workshop of Ruth?
SELECT AVG(hourly_wage) FROM mechanic WHERE workshop_id = (SELECT workshop_id FROM mechanic WHERE name = 'Ruth')
? Label every job as cheap, fair or dear by its parts cost.
SELECT id, CASE WHEN parts_cost < 10 THEN 'cheap' WHEN parts_cost < 100 THEN 'fair' ELSE 'dear' END FROM job WHERE parts_cost IS NOT NULL
? Which two mechanics earn the least?
SELECT name FROM mechanic ORDER BY hourly_wage LIMIT 2
? How many jobs did every mechanic do, the busiest first?
SELECT m.name, COUNT(j.id) AS jobs FROM mechanic m LEFT JOIN job j ON j.mechanic_id = m.id GROUP BY m.id, m.name ORDER BY jobs DESC, m.name
? What is the ratio of parts cost to hours over all finished jobs?
SELECT SUM(parts_cost) / SUM(hours) FROM job WHERE done_on IS NOT NULL
