CREATE TABLE telescope (id INTEGER PRIMARY KEY, name TEXT, mirror_cm REAL, hourly_cost REAL);
CREATE TABLE astronomer (id INTEGER PRIMARY KEY, name TEXT, institute TEXT, is_student INTEGER);
CREATE TABLE proposal (id INTEGER PRIMARY KEY, astronomer_id INTEGER REFERENCES astronomer(id), title TEXT, handed_in TEXT, grade REAL, hours_granted REAL);
CREATE TABLE target (id INTEGER PRIMARY KEY, label TEXT, kind TEXT, magnitude REAL, distance_ly REAL);
CREATE TABLE session (id INTEGER PRIMARY KEY, proposal_id INTEGER REFERENCES proposal(id), telescope_id INTEGER REFERENCES telescope(id), starts_at TEXT, ends_at TEXT, clouds_percent INTEGER);
CREATE TABLE exposure (id INTEGER PRIMARY KEY, session_id INTEGER REFERENCES session(id), target_id INTEGER REFERENCES target(id), seconds REAL, filter TEXT, usable INTEGER);
INSERT INTO telescope VALUES (1,'North Dome',120,90),(2,'Old Refractor',38,25),(3,'Twin',60,40);
INSERT INTO astronomer VALUES (1,'Hana Brice','Cole College',0),(2,'Ivo Kestrel','Cole College',1),(3,'Mara Sund','Tarrow Institute',0),(4,'Noor Aziz','Tarrow Institute',1);
INSERT INTO proposal VALUES (1,1,'Dust in nearby spirals','2023-10-01',8.5,12),(2,2,'Pulse of three stars','2023-11-20',6.0,4),(3,3,'Rings and shadows','2023-12-05',9.0,8),(4,3,'Faint neighbours','2024-01-15',4.5,0);
INSERT INTO target VALUES (1,'G-17','galaxy',10.2,41000000),(2,'V-204','star',7.8,310),(3,'Saturn','planet',0.6,NULL),(4,'G-88','galaxy',12.9,77000000),(5,'V-311','star',9.4,1250);
INSERT INTO session VALUES (1,1,1,'2024-01-10 20:00','2024-01-11 02:00',10),(2,1,3,'2024-02-03 21:00','2024-02-04 00:30',65),(3,2,2,'2024-02-14 19:30','2024-02-14 22:00',20),(4,3,1,'2024-03-01 22:00','2024-03-02 03:00',0),(5,3,2,'2024-03-22 20:00','2024-03-22 21:00',80);
INSERT INTO exposure VALUES (1,1,1,1800,'red',1),(2,1,1,1800,'blue',1),(3,1,4,3600,'red',0),(4,2,4,3600,'red',1),(5,2,2,60,'blue',0),(6,3,2,120,'blue',1),(7,3,5,240,'blue',1),(8,4,3,30,'red',1),(9,4,3,45,'green',1),(10,5,3,30,'red',0),(11,3,3,20,'blue',1);
? Which astronomers have observed a galaxy?
SELECT DISTINCT a.name FROM astronomer a JOIN proposal p ON p.astronomer_id = a.id JOIN session s ON s.proposal_id = p.id JOIN exposure e ON e.session_id = s.id JOIN target t ON t.id = e.target_id WHERE t.kind = 'galaxy'
? How many seconds of exposure did each institute get on each telescope?
SELECT a.institute, m.name, SUM(e.seconds) FROM astronomer a JOIN proposal p ON p.astronomer_id = a.id JOIN session s ON s.proposal_id = p.id JOIN telescope m ON m.id = s.telescope_id JOIN exposure e ON e.session_id = s.id GROUP BY a.institute, m.id, m.name
? Which kinds of target has the Old Refractor seen?
SELECT DISTINCT t.kind FROM target t JOIN exposure e ON e.target_id = t.id JOIN session s ON s.id = e.session_id JOIN telescope m ON m.id = s.telescope_id WHERE m.name = 'Old Refractor'
? How many hours did every proposal use, beside what it was granted?
SELECT p.title, SUM((julianday(s.ends_at) - julianday(s.starts_at)) * 24) AS used, p.hours_granted FROM proposal p LEFT JOIN session s ON s.proposal_id = p.id GROUP BY p.id, p.title, p.hours_granted
? What share of the granted hours has each astronomer used? (used hours / granted hours)
SELECT name, SUM(used) / SUM(hours_granted) AS share FROM (SELECT a.id, a.name, p.hours_granted, SUM((julianday(s.ends_at) - julianday(s.starts_at)) * 24) AS used FROM astronomer a JOIN proposal p ON p.astronomer_id = a.id JOIN session s ON s.proposal_id = p.id GROUP BY a.id, a.name, p.id, p.hours_granted) GROUP BY id, name
? What did the sessions of each institute cost? (hourly_cost times the hours of a session)
SELECT a.institute, SUM(m.hourly_cost * (julianday(s.ends_at) - julianday(s.starts_at)) * 24) AS cost FROM session s JOIN telescope m ON m.id = s.telescope_id JOIN proposal p ON p.id = s.proposal_id JOIN astronomer a ON a.id = p.astronomer_id GROUP BY a.institute
? What percentage of exposures is usable, by telescope?
SELECT m.name, 100.0 * SUM(e.usable) / COUNT(*) AS percent FROM telescope m JOIN session s ON s.telescope_id = m.id JOIN exposure e ON e.session_id = s.id GROUP BY m.id, m.name
? Call each session clear, mixed or cloudy. (clear: at most 20 percent clouds; cloudy: more than 60)
SELECT id, starts_at, CASE WHEN clouds_percent <= 20 THEN 'clear' WHEN clouds_percent > 60 THEN 'cloudy' ELSE 'mixed' END AS sky FROM session
? Do clear nights give more usable exposures than cloudy ones? (cloudy: more than 60 percent clouds)
SELECT CASE WHEN s.clouds_percent > 60 THEN 'cloudy' ELSE 'clear' END AS sky, 1.0 * SUM(e.usable) / COUNT(*) AS usable FROM session s JOIN exposure e ON e.session_id = s.id GROUP BY sky
? How many days after it was handed in did each proposal get its first session?
SELECT p.title, julianday(date(MIN(s.starts_at))) - julianday(p.handed_in) AS days FROM proposal p JOIN session s ON s.proposal_id = p.id GROUP BY p.id, p.title, p.handed_in
? Which sessions went on past midnight?
SELECT id, starts_at, ends_at FROM session WHERE date(ends_at) > date(starts_at)
? Which targets were taken in both red and blue?
SELECT t.label FROM target t JOIN exposure e ON e.target_id = t.id WHERE e.filter = 'red' INTERSECT SELECT t.label FROM target t JOIN exposure e ON e.target_id = t.id WHERE e.filter = 'blue'
? Which filters has the North Dome used that the Old Refractor has not?
SELECT e.filter FROM exposure e JOIN session s ON s.id = e.session_id JOIN telescope m ON m.id = s.telescope_id WHERE m.name = 'North Dome' EXCEPT SELECT e.filter FROM exposure e JOIN session s ON s.id = e.session_id JOIN telescope m ON m.id = s.telescope_id WHERE m.name = 'Old Refractor'
? Which kinds of target did every institute observe?
SELECT t.kind FROM target t JOIN exposure e ON e.target_id = t.id JOIN session s ON s.id = e.session_id JOIN proposal p ON p.id = s.proposal_id JOIN astronomer a ON a.id = p.astronomer_id GROUP BY t.kind HAVING COUNT(DISTINCT a.institute) = (SELECT COUNT(DISTINCT institute) FROM astronomer)
? Which astronomers have never been granted a session?
SELECT name FROM astronomer a WHERE NOT EXISTS (SELECT 1 FROM proposal p JOIN session s ON s.proposal_id = p.id WHERE p.astronomer_id = a.id)
? What is the faintest target that each telescope has a usable exposure of? (faint means a high magnitude)
SELECT DISTINCT name, label, magnitude FROM (SELECT m.name, t.label, t.magnitude, RANK() OVER (PARTITION BY m.id ORDER BY t.magnitude DESC) AS place FROM telescope m JOIN session s ON s.telescope_id = m.id JOIN exposure e ON e.session_id = s.id JOIN target t ON t.id = e.target_id WHERE e.usable = 1) WHERE place = 1
? How many usable and how many spoilt exposures are there per kind of target?
SELECT t.kind, SUM(CASE WHEN e.usable = 1 THEN 1 ELSE 0 END) AS usable, SUM(CASE WHEN e.usable = 0 THEN 1 ELSE 0 END) AS spoilt FROM target t JOIN exposure e ON e.target_id = t.id GROUP BY t.kind
? How long was each session, and what part of that was spent exposing?
SELECT s.id, (julianday(s.ends_at) - julianday(s.starts_at)) * 86400 AS seconds, SUM(e.seconds) / ((julianday(s.ends_at) - julianday(s.starts_at)) * 86400) AS part FROM session s JOIN exposure e ON e.session_id = s.id GROUP BY s.id, s.starts_at, s.ends_at
? How many sessions were there in each month, and how cloudy were they on average?
SELECT strftime('%Y-%m', starts_at) AS month, COUNT(*), AVG(clouds_percent) FROM session GROUP BY month ORDER BY month
? Do proposals of students get worse grades?
SELECT CASE a.is_student WHEN 1 THEN 'student' ELSE 'staff' END AS who, AVG(p.grade) FROM proposal p JOIN astronomer a ON a.id = p.astronomer_id GROUP BY who
? What is the difference in average grade between the two institutes?
SELECT AVG(CASE WHEN a.institute = 'Cole College' THEN p.grade END) - AVG(CASE WHEN a.institute = 'Tarrow Institute' THEN p.grade END) AS difference FROM proposal p JOIN astronomer a ON a.id = p.astronomer_id
? Which proposals spent more time on stars than on galaxies?
SELECT p.title FROM proposal p JOIN session s ON s.proposal_id = p.id JOIN exposure e ON e.session_id = s.id JOIN target t ON t.id = e.target_id GROUP BY p.id, p.title HAVING SUM(CASE WHEN t.kind = 'star' THEN e.seconds ELSE 0 END) > SUM(CASE WHEN t.kind = 'galaxy' THEN e.seconds ELSE 0 END)
? How many times as far away is the farthest galaxy as the nearest one?
SELECT MAX(distance_ly) / MIN(distance_ly) AS times FROM target WHERE kind = 'galaxy'
? Which telescope costs most per usable exposure? (hourly_cost times hours, divided by usable exposures)
WITH cost AS (SELECT telescope_id, SUM((julianday(ends_at) - julianday(starts_at)) * 24) AS hours FROM session GROUP BY telescope_id), good AS (SELECT s.telescope_id, SUM(e.usable) AS usable FROM session s JOIN exposure e ON e.session_id = s.id GROUP BY s.telescope_id) SELECT m.name FROM telescope m JOIN cost c ON c.telescope_id = m.id JOIN good g ON g.telescope_id = m.id WHERE g.usable > 0 ORDER BY m.hourly_cost * c.hours / g.usable DESC LIMIT 1
? Show the running number of usable exposures by night.
SELECT night, SUM(usable) OVER (ORDER BY night) AS so_far FROM (SELECT date(s.starts_at) AS night, SUM(e.usable) AS usable FROM session s JOIN exposure e ON e.session_id = s.id GROUP BY night)
? Who took the longest exposure, of what, and with which telescope?
SELECT a.name, t.label, m.name, e.seconds FROM exposure e JOIN target t ON t.id = e.target_id JOIN session s ON s.id = e.session_id JOIN telescope m ON m.id = s.telescope_id JOIN proposal p ON p.id = s.proposal_id JOIN astronomer a ON a.id = p.astronomer_id WHERE e.seconds = (SELECT MAX(seconds) FROM exposure)
? What percentage of all hours granted went to proposals graded 8 or better?
SELECT 100.0 * SUM(CASE WHEN grade >= 8 THEN hours_granted ELSE 0 END) / SUM(hours_granted) FROM proposal
? Which targets were looked at again after more than 20 days?
SELECT t.label, julianday(MAX(s.starts_at)) - julianday(MIN(s.starts_at)) AS days FROM target t JOIN exposure e ON e.target_id = t.id JOIN session s ON s.id = e.session_id GROUP BY t.id, t.label HAVING days > 20
? List everything that was observed with a mirror of more than 50 centimetres or through a red filter.
SELECT t.label FROM target t JOIN exposure e ON e.target_id = t.id JOIN session s ON s.id = e.session_id JOIN telescope m ON m.id = s.telescope_id WHERE m.mirror_cm > 50 UNION SELECT t.label FROM target t JOIN exposure e ON e.target_id = t.id WHERE e.filter = 'red'
? Which sessions had more usable seconds than the average session?
WITH good AS (SELECT s.id, SUM(CASE WHEN e.usable = 1 THEN e.seconds ELSE 0 END) AS seconds FROM session s JOIN exposure e ON e.session_id = s.id GROUP BY s.id) SELECT id, seconds FROM good WHERE seconds > (SELECT AVG(seconds) FROM good)
