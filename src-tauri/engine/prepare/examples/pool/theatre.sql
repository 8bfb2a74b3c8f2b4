CREATE TABLE playhouse (id INTEGER PRIMARY KEY, name TEXT, town TEXT, opened INTEGER);
CREATE TABLE play (id INTEGER PRIMARY KEY, title TEXT, writer TEXT, genre TEXT, acts INTEGER);
CREATE TABLE staging (id INTEGER PRIMARY KEY, play_id INTEGER REFERENCES play(id), playhouse_id INTEGER REFERENCES playhouse(id), premiere TEXT, last_night TEXT, budget REAL);
CREATE TABLE actor (id INTEGER PRIMARY KEY, name TEXT, born_on TEXT, agency TEXT);
CREATE TABLE part (staging_id INTEGER REFERENCES staging(id), actor_id INTEGER REFERENCES actor(id), figure TEXT, is_lead INTEGER, nightly_pay REAL);
CREATE TABLE evening (id INTEGER PRIMARY KEY, staging_id INTEGER REFERENCES staging(id), played_on TEXT, seats_sold INTEGER, seats_offered INTEGER, takings REAL);
INSERT INTO playhouse VALUES (1,'Lantern House','Merrow',1904),(2,'Dock Stage','Port Hale',1988),(3,'The Granary','Merrow',2015);
INSERT INTO play VALUES (1,'Salt and Rope','E. Marrish','drama',3),(2,'Two Left Shoes','T. Olloway','comedy',2),(3,'The Quiet Tenant','E. Marrish','thriller',2),(4,'Paper Kings','D. Surtees','comedy',4);
INSERT INTO staging VALUES (1,1,1,'2023-09-15','2023-12-20',80000),(2,2,2,'2023-10-06','2024-01-13',30000),(3,3,1,'2024-02-09',NULL,25000),(4,1,2,'2024-03-01','2024-05-25',41000);
INSERT INTO actor VALUES (1,'Vera Lindqvist','1975-06-02','Hollis'),(2,'Amos Tredwell','1990-10-21','Hollis'),(3,'Priya Nand','1999-01-15',NULL),(4,'Col Hanrahan','1961-12-09','Bell and Co');
INSERT INTO part VALUES (1,1,'Widow Carne',1,420),(1,2,'The pilot',0,250),(2,2,'Barnaby',1,300),(2,3,'Lottie',1,280),(3,1,'Mrs. Pell',1,450),(3,4,'Inspector',0,310),(4,3,'Widow Carne',1,330),(4,4,'The pilot',0,290);
INSERT INTO evening VALUES (1,1,'2023-09-15',410,450,12300),(2,1,'2023-09-16',300,450,8100),(3,1,'2023-12-20',450,450,13800),(4,2,'2023-10-06',120,200,2900),(5,2,'2023-12-31',200,200,6400),(6,3,'2024-02-09',450,450,14100),(7,3,'2024-02-10',390,450,11400),(8,4,'2024-03-01',150,200,3750),(9,4,'2024-03-02',180,200,4300);
? Which actors have appeared in a play by E. Marrish?
SELECT DISTINCT a.name FROM actor a JOIN part r ON r.actor_id = a.id JOIN staging g ON g.id = r.staging_id JOIN play p ON p.id = g.play_id WHERE p.writer = 'E. Marrish'
? Which plays has Vera Lindqvist been in, and at which playhouse?
SELECT p.title, h.name FROM actor a JOIN part r ON r.actor_id = a.id JOIN staging g ON g.id = r.staging_id JOIN play p ON p.id = g.play_id JOIN playhouse h ON h.id = g.playhouse_id WHERE a.name = 'Vera Lindqvist'
? What did each playhouse take in all, highest first?
SELECT h.name, SUM(e.takings) AS takings FROM playhouse h JOIN staging g ON g.playhouse_id = h.id JOIN evening e ON e.staging_id = g.id GROUP BY h.id, h.name ORDER BY takings DESC
? Which staging earned back its budget? (earned back: takings are at least budget)
SELECT g.id, p.title FROM staging g JOIN play p ON p.id = g.play_id JOIN evening e ON e.staging_id = g.id GROUP BY g.id, p.title, g.budget HAVING SUM(e.takings) >= g.budget
? What were seats sold as a percentage of seats offered for every play?
SELECT p.title, 100.0 * SUM(e.seats_sold) / SUM(e.seats_offered) AS percent FROM play p JOIN staging g ON g.play_id = p.id JOIN evening e ON e.staging_id = g.id GROUP BY p.id, p.title
? Mark each evening as sold out, good or poor. (good: at least 80 percent of the seats sold)
SELECT id, played_on, CASE WHEN seats_sold = seats_offered THEN 'sold out' WHEN 100.0 * seats_sold / seats_offered >= 80 THEN 'good' ELSE 'poor' END AS verdict FROM evening
? How many evenings were sold out at each playhouse?
SELECT h.name, SUM(CASE WHEN e.seats_sold = e.seats_offered THEN 1 ELSE 0 END) AS sold_out FROM playhouse h JOIN staging g ON g.playhouse_id = h.id JOIN evening e ON e.staging_id = g.id GROUP BY h.id, h.name
? How many days did each staging run?
SELECT p.title, h.name, julianday(g.last_night) - julianday(g.premiere) AS days FROM staging g JOIN play p ON p.id = g.play_id JOIN playhouse h ON h.id = g.playhouse_id WHERE g.last_night IS NOT NULL
? How old was each leading actor on the night of the premiere?
SELECT a.name, p.title, CAST((julianday(g.premiere) - julianday(a.born_on)) / 365.25 AS INTEGER) AS age FROM part r JOIN actor a ON a.id = r.actor_id JOIN staging g ON g.id = r.staging_id JOIN play p ON p.id = g.play_id WHERE r.is_lead = 1
? Which actors have played a lead and also a smaller part?
SELECT a.name FROM actor a JOIN part r ON r.actor_id = a.id WHERE r.is_lead = 1 INTERSECT SELECT a.name FROM actor a JOIN part r ON r.actor_id = a.id WHERE r.is_lead = 0
? Which actors have only ever played leads?
SELECT name FROM actor WHERE id IN (SELECT actor_id FROM part WHERE is_lead = 1 EXCEPT SELECT actor_id FROM part WHERE is_lead = 0)
? Which plays have been staged in both Merrow and Port Hale?
SELECT p.title FROM play p JOIN staging g ON g.play_id = p.id JOIN playhouse h ON h.id = g.playhouse_id WHERE h.town IN ('Merrow', 'Port Hale') GROUP BY p.id, p.title HAVING COUNT(DISTINCT h.town) = 2
? Who else has played the same figure as Priya Nand, in which staging?
SELECT o.name, r.figure, r.staging_id FROM part mine JOIN actor a ON a.id = mine.actor_id JOIN part r ON r.figure = mine.figure AND r.actor_id <> mine.actor_id JOIN actor o ON o.id = r.actor_id WHERE a.name = 'Priya Nand'
? Which pairs of actors have shared a stage?
SELECT DISTINCT a.name, b.name FROM part x JOIN part y ON y.staging_id = x.staging_id AND y.actor_id > x.actor_id JOIN actor a ON a.id = x.actor_id JOIN actor b ON b.id = y.actor_id
? What does one evening of each staging cost in pay?
SELECT g.id, p.title, SUM(r.nightly_pay) AS pay FROM staging g JOIN play p ON p.id = g.play_id JOIN part r ON r.staging_id = g.id GROUP BY g.id, p.title
? What was left of the takings of each staging after its actors were paid? (takings minus nightly_pay for every evening)
SELECT g.id, (SELECT SUM(takings) FROM evening e WHERE e.staging_id = g.id) - (SELECT SUM(nightly_pay) FROM part r WHERE r.staging_id = g.id) * (SELECT COUNT(*) FROM evening e WHERE e.staging_id = g.id) AS remainder FROM staging g
? What is the average price paid for a seat, by genre? (takings / seats_sold)
SELECT p.genre, SUM(e.takings) / SUM(e.seats_sold) AS price FROM play p JOIN staging g ON g.play_id = p.id JOIN evening e ON e.staging_id = g.id GROUP BY p.genre
? Which genres have had no premiere since the end of October 2023?
SELECT genre FROM play EXCEPT SELECT p.genre FROM play p JOIN staging g ON g.play_id = p.id WHERE g.premiere >= '2023-11-01'
? Which plays were never put on?
SELECT p.title FROM play p LEFT JOIN staging g ON g.play_id = p.id WHERE g.id IS NULL
? Compare the average takings of Fridays with those of all other days.
SELECT CASE WHEN strftime('%w', played_on) = '5' THEN 'Friday' ELSE 'other days' END AS day, AVG(takings) FROM evening GROUP BY day
? How much was taken in each quarter of a year?
SELECT strftime('%Y', played_on) AS year, (CAST(strftime('%m', played_on) AS INTEGER) + 2) / 3 AS quarter, SUM(takings) FROM evening GROUP BY year, quarter
? What share of its takings did each staging earn on its first evening?
SELECT g.id, 100.0 * SUM(CASE WHEN e.played_on = g.premiere THEN e.takings ELSE 0 END) / SUM(e.takings) AS percent FROM staging g JOIN evening e ON e.staging_id = g.id GROUP BY g.id
? Which agency's actors earn most a night?
SELECT a.agency, SUM(r.nightly_pay) AS pay FROM actor a JOIN part r ON r.actor_id = a.id JOIN staging g ON g.id = r.staging_id WHERE a.agency IS NOT NULL GROUP BY a.agency ORDER BY pay DESC LIMIT 1
? What is the best-paid part in each play?
SELECT title, figure, nightly_pay FROM (SELECT p.title, r.figure, r.nightly_pay, RANK() OVER (PARTITION BY p.id ORDER BY r.nightly_pay DESC) AS place FROM play p JOIN staging g ON g.play_id = p.id JOIN part r ON r.staging_id = g.id) WHERE place = 1
? How did takings change from one evening to the next within a staging?
SELECT staging_id, played_on, takings - LAG(takings) OVER (PARTITION BY staging_id ORDER BY played_on) AS change FROM evening
? Which stagings are still running, with their playhouse and the days since the premiere? (as of 1 April 2024)
SELECT p.title, h.name, julianday('2024-04-01') - julianday(g.premiere) AS days FROM staging g JOIN play p ON p.id = g.play_id JOIN playhouse h ON h.id = g.playhouse_id WHERE g.last_night IS NULL
? How many different writers has each town seen?
SELECT h.town, COUNT(DISTINCT p.writer) FROM playhouse h JOIN staging g ON g.playhouse_id = h.id JOIN play p ON p.id = g.play_id GROUP BY h.town
? Is there a playhouse where no comedy was ever staged?
SELECT name FROM playhouse h WHERE NOT EXISTS (SELECT 1 FROM staging g JOIN play p ON p.id = g.play_id WHERE g.playhouse_id = h.id AND p.genre = 'comedy')
? Name everyone connected with Salt and Rope, writer or actor.
SELECT writer AS name FROM play WHERE title = 'Salt and Rope' UNION SELECT a.name FROM actor a JOIN part r ON r.actor_id = a.id JOIN staging g ON g.id = r.staging_id JOIN play p ON p.id = g.play_id WHERE p.title = 'Salt and Rope'
? Which evenings took more than the average evening of their staging?
SELECT p.title, e.played_on, e.takings FROM evening e JOIN staging g ON g.id = e.staging_id JOIN play p ON p.id = g.play_id WHERE e.takings > (SELECT AVG(takings) FROM evening o WHERE o.staging_id = e.staging_id)
