CREATE TABLE field (id INTEGER PRIMARY KEY, label TEXT, hectares REAL, soil TEXT);
CREATE TABLE crop (id INTEGER PRIMARY KEY, name TEXT, family TEXT);
CREATE TABLE harvest (id INTEGER PRIMARY KEY, field_id INTEGER REFERENCES field(id), crop_id INTEGER REFERENCES crop(id), season INTEGER, tonnes REAL);
CREATE TABLE weather (day TEXT PRIMARY KEY, rain_mm REAL, max_celsius REAL);
INSERT INTO field VALUES (1,'North slope',12.5,'clay'),(2,'River strip',4,'loam'),(3,'Old orchard',7.2,'loam'),(4,'Bog',3,NULL);
INSERT INTO crop VALUES (1,'wheat','grain'),(2,'barley','grain'),(3,'beet','root'),(4,'flax','fibre');
INSERT INTO harvest VALUES (1,1,1,2022,80),(2,1,2,2023,71),(3,2,3,2022,160),(4,2,3,2023,148),(5,3,1,2023,40),(6,1,1,2024,77);
INSERT INTO weather VALUES ('2024-06-01',0,24.5),('2024-06-02',12.2,19),('2024-06-03',3.1,21.7),('2024-07-01',0,31);
? What is the yield per hectare of every harvest?
SELECT h.id, h.tonnes / f.hectares FROM harvest h JOIN field f ON f.id = h.field_id
? How many tonnes of each crop were harvested in 2023?
SELECT c.name, SUM(h.tonnes) FROM harvest h JOIN crop c ON c.id = h.crop_id WHERE h.season = 2023 GROUP BY c.name
? Which crops were never grown?
SELECT name FROM crop WHERE id NOT IN (SELECT crop_id FROM harvest WHERE crop_id IS NOT NULL)
? Which fields were used in every season?
SELECT f.label FROM field f JOIN harvest h ON h.field_id = f.id GROUP BY f.id, f.label HAVING COUNT(DISTINCT h.season) = (SELECT COUNT(DISTINCT season) FROM harvest)
? What is the total area of the loam fields?
SELECT SUM(hectares) FROM field WHERE soil = 'loam'
? Which field is the largest?
SELECT label FROM field ORDER BY hectares DESC LIMIT 1
? By how much did the beet harvest change from 2022 to 2023?
SELECT SUM(CASE WHEN season = 2023 THEN tonnes ELSE 0 END) - SUM(CASE WHEN season = 2022 THEN tonnes ELSE 0 END) FROM harvest JOIN crop ON crop.id = harvest.crop_id WHERE crop.name = 'beet'
? On how many days did it rain?
SELECT COUNT(*) FROM weather WHERE rain_mm > 0
? What was the hottest day?
SELECT day, max_celsius FROM weather ORDER BY max_celsius DESC LIMIT 1
? How much rain fell in June 2024?
SELECT SUM(rain_mm) FROM weather WHERE day LIKE '2024-06%'
? Which soils occur on more than one field?
SELECT soil FROM field WHERE soil IS NOT NULL GROUP BY soil HAVING COUNT(*) > 1
? For each season, which harvest was the biggest?
SELECT season, tonnes FROM harvest h WHERE tonnes = (SELECT MAX(tonnes) FROM harvest WHERE season = h.season)
? What part of the total harvest is grain?
SELECT SUM(CASE WHEN c.family = 'grain' THEN h.tonnes ELSE 0 END) / SUM(h.tonnes) FROM harvest h JOIN crop c ON c.id = h.crop_id
? How many different crops grew on the North slope?
SELECT COUNT(DISTINCT h.crop_id) FROM harvest h JOIN field f ON f.id = h.field_id WHERE f.label = 'North slope'
? Which fields have an unknown soil?
SELECT label FROM field WHERE soil IS NULL
? Show each harvest of wheat with the one of the season before.
SELECT h.season, h.tonnes, LAG(h.tonnes) OVER (ORDER BY h.season) FROM harvest h JOIN crop c ON c.id = h.crop_id WHERE c.name = 'wheat'
? Which fields grew wheat and also barley?
SELECT f.label FROM field f JOIN harvest h ON h.field_id = f.id JOIN crop c ON c.id = h.crop_id WHERE c.name = 'wheat' INTERSECT SELECT f.label FROM field f JOIN harvest h ON h.field_id = f.id JOIN crop c ON c.id = h.crop_id WHERE c.name = 'barley'
? List fields smaller than the average field.
SELECT label FROM field WHERE hectares < (SELECT AVG(hectares) FROM field)
? What was the average maximum temperature per month?
SELECT strftime('%Y-%m', day), AVG(max_celsius) FROM weather GROUP BY 1
? In which season was the most harvested?
SELECT season FROM harvest GROUP BY season ORDER BY SUM(tonnes) DESC LIMIT 1
