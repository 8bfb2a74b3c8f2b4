CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT, born INTEGER, died INTEGER, movement TEXT);
CREATE TABLE artwork (id INTEGER PRIMARY KEY, title TEXT, artist_id INTEGER REFERENCES artist(id), made_in INTEGER, medium TEXT, insured_for REAL, hall TEXT);
CREATE TABLE exhibition (id INTEGER PRIMARY KEY, name TEXT, opens TEXT, closes TEXT, visitors INTEGER);
CREATE TABLE shown (exhibition_id INTEGER REFERENCES exhibition(id), artwork_id INTEGER REFERENCES artwork(id));
INSERT INTO artist VALUES (1,'Greta Lyng',1870,1941,'realism'),(2,'Tomas Ferre',1922,NULL,'abstract'),(3,'Ana Duar',1899,1977,'realism');
INSERT INTO artwork VALUES (1,'Grey Harbour',1,1902,'oil',50000,'A'),(2,'Red Field',2,1961,'acrylic',220000,'B'),(3,'Self-portrait',1,1911,'charcoal',12000,NULL),(4,'Market Day',3,1935,'oil',87000,'A');
INSERT INTO exhibition VALUES (1,'Northern Light','2023-04-01','2023-08-31',41200),(2,'Colour','2023-10-01','2024-01-15',18750),(3,'Faces','2024-03-01','2024-06-30',NULL);
INSERT INTO shown VALUES (1,1),(1,3),(2,2),(3,3),(3,4);
? How many artworks are there per medium?
SELECT medium, COUNT(*) FROM artwork GROUP BY medium
? Which artists are still alive?
SELECT name FROM artist WHERE died IS NULL
? How old did each artist become?
SELECT name, died - born FROM artist WHERE died IS NOT NULL
? What is the total insured value per hall?
SELECT hall, SUM(insured_for) FROM artwork WHERE hall IS NOT NULL GROUP BY hall
? Which artworks are in no hall?
SELECT title FROM artwork WHERE hall IS NULL
? Which exhibition had the most visitors?
SELECT name FROM exhibition ORDER BY visitors DESC LIMIT 1
? How many artworks did each exhibition show?
SELECT e.name, COUNT(s.artwork_id) FROM exhibition e LEFT JOIN shown s ON s.exhibition_id = e.id GROUP BY e.id, e.name
? Which artists were shown in more than one exhibition?
SELECT a.name FROM artist a JOIN artwork w ON w.artist_id = a.id JOIN shown s ON s.artwork_id = w.id GROUP BY a.id, a.name HAVING COUNT(DISTINCT s.exhibition_id) > 1
? What were the average visitors per day of each exhibition?
SELECT name, visitors / (julianday(closes) - julianday(opens) + 1) FROM exhibition WHERE visitors IS NOT NULL
? Which artworks were made in the twentieth century before 1940?
SELECT title FROM artwork WHERE made_in BETWEEN 1901 AND 1939
? Who painted in oil but never in charcoal?
SELECT a.name FROM artist a JOIN artwork w ON w.artist_id = a.id WHERE w.medium = 'oil' EXCEPT SELECT a.name FROM artist a JOIN artwork w ON w.artist_id = a.id WHERE w.medium = 'charcoal'
? List titles and artists of the works insured for more than 60000.
SELECT w.title, a.name FROM artwork w JOIN artist a ON a.id = w.artist_id WHERE w.insured_for > 60000
? Which exhibitions were open on 1 November 2023?
SELECT name FROM exhibition WHERE '2023-11-01' BETWEEN opens AND closes
? How old was the artist when each work was made?
SELECT w.title, w.made_in - a.born FROM artwork w JOIN artist a ON a.id = w.artist_id
? Which movement has the highest average insured value?
SELECT a.movement FROM artist a JOIN artwork w ON w.artist_id = a.id GROUP BY a.movement ORDER BY AVG(w.insured_for) DESC LIMIT 1
? How many exhibitions opened in each year?
SELECT strftime('%Y', opens) AS year, COUNT(*) FROM exhibition GROUP BY year
? What part of the total insured value does each artist account for?
SELECT a.name, 1.0 * SUM(w.insured_for) / (SELECT SUM(insured_for) FROM artwork) FROM artist a JOIN artwork w ON w.artist_id = a.id GROUP BY a.id, a.name
? Show the most valuable artwork of every artist.
SELECT a.name, w.title FROM artist a JOIN artwork w ON w.artist_id = a.id WHERE w.insured_for = (SELECT MAX(insured_for) FROM artwork WHERE artist_id = a.id)
? How many works have the word portrait in the title?
SELECT COUNT(*) FROM artwork WHERE LOWER(title) LIKE '%portrait%'
? Were there exhibitions without a visitor count?
SELECT name FROM exhibition WHERE visitors IS NULL
? Order the artists by their number of works, then by name.
SELECT a.name, COUNT(w.id) AS works FROM artist a LEFT JOIN artwork w ON w.artist_id = a.id GROUP BY a.id, a.name ORDER BY works DESC, a.name
