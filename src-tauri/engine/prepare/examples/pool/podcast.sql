CREATE TABLE show (id INTEGER PRIMARY KEY, title TEXT, topic TEXT, language TEXT, founded_on TEXT);
CREATE TABLE episode (id INTEGER PRIMARY KEY, show_id INTEGER REFERENCES show(id), title TEXT, published_on TEXT, seconds INTEGER);
CREATE TABLE listener (id INTEGER PRIMARY KEY, country TEXT, premium INTEGER);
CREATE TABLE play (listener_id INTEGER REFERENCES listener(id), episode_id INTEGER REFERENCES episode(id), played_on TEXT, finished INTEGER);
INSERT INTO show VALUES (1,'Deep Water','nature','en','2020-02-02'),(2,'Zahlenspiel','science','de','2022-10-10'),(3,'Back Room','history','en','2019-05-01');
INSERT INTO episode VALUES (1,1,'Eels','2024-01-02',2400),(2,1,'Tides','2024-01-16',3100),(3,2,'Primzahlen','2024-01-20',1800),(4,3,'The Ledger','2023-12-05',4200),(5,1,'Reefs II',NULL,2900);
INSERT INTO listener VALUES (1,'IE',1),(2,'DE',0),(3,'IE',0),(4,NULL,1);
INSERT INTO play VALUES (1,1,'2024-01-03',1),(1,2,'2024-01-17',0),(2,3,'2024-01-20',1),(3,1,'2024-01-05',1),(3,4,'2024-01-06',0),(1,1,'2024-02-01',1);
? How many episodes does each show have?
SELECT s.title, COUNT(e.id) FROM show s LEFT JOIN episode e ON e.show_id = s.id GROUP BY s.id, s.title
? How long is an episode on average, in minutes?
SELECT AVG(seconds) / 60.0 FROM episode
? Which episodes are not published yet?
SELECT title FROM episode WHERE published_on IS NULL
? Which episode was played most often?
SELECT e.title FROM episode e JOIN play p ON p.episode_id = e.id GROUP BY e.id, e.title ORDER BY COUNT(*) DESC LIMIT 1
? What share of plays was finished?
SELECT 100.0 * AVG(finished) FROM play
? How many different listeners does each show have?
SELECT s.title, COUNT(DISTINCT p.listener_id) FROM show s JOIN episode e ON e.show_id = s.id LEFT JOIN play p ON p.episode_id = e.id GROUP BY s.id, s.title
? Which listeners never played anything?
SELECT id FROM listener l WHERE NOT EXISTS (SELECT 1 FROM play p WHERE p.listener_id = l.id)
? How many plays were there per week?
SELECT strftime('%Y-%W', played_on) AS week, COUNT(*) FROM play GROUP BY week
? Which shows are in English?
SELECT title FROM show WHERE language = 'en'
? List the episodes longer than 50 minutes.
SELECT title FROM episode WHERE seconds > 50 * 60
? Which countries have premium listeners?
SELECT DISTINCT country FROM listener WHERE premium = 1 AND country IS NOT NULL
? How many listeners have an unknown country?
SELECT COUNT(*) FROM listener WHERE country IS NULL
? Which listeners heard the same episode more than once?
SELECT DISTINCT listener_id FROM play GROUP BY listener_id, episode_id HAVING COUNT(*) > 1
? Show the newest episode of every show.
SELECT s.title, e.title FROM show s JOIN episode e ON e.show_id = s.id WHERE e.published_on = (SELECT MAX(published_on) FROM episode WHERE show_id = s.id)
? How many days after publication was each episode first played?
SELECT e.title, julianday(MIN(p.played_on)) - julianday(e.published_on) FROM episode e JOIN play p ON p.episode_id = e.id GROUP BY e.id, e.title, e.published_on
? What is the total listening time per country if every play counts in full?
SELECT l.country, SUM(e.seconds) FROM listener l JOIN play p ON p.listener_id = l.id JOIN episode e ON e.id = p.episode_id GROUP BY l.country
? Which topics have more than 5000 seconds of episodes?
SELECT s.topic FROM show s JOIN episode e ON e.show_id = s.id GROUP BY s.topic HAVING SUM(e.seconds) > 5000
? Which shows were founded before 2021?
SELECT title FROM show WHERE founded_on < '2021-01-01'
? Number the episodes of each show in the order of publication.
SELECT show_id, title, ROW_NUMBER() OVER (PARTITION BY show_id ORDER BY published_on) FROM episode WHERE published_on IS NOT NULL
? Which listeners played episodes of Deep Water but none of Back Room?
SELECT p.listener_id FROM play p JOIN episode e ON e.id = p.episode_id JOIN show s ON s.id = e.show_id WHERE s.title = 'Deep Water' EXCEPT SELECT p.listener_id FROM play p JOIN episode e ON e.id = p.episode_id JOIN show s ON s.id = e.show_id WHERE s.title = 'Back Room'
? How many plays came from premium listeners, and how many from others?
SELECT l.premium, COUNT(*) FROM play p JOIN listener l ON l.id = p.listener_id GROUP BY l.premium
