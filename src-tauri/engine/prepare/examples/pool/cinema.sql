CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT, director TEXT, released INTEGER, minutes INTEGER, rating TEXT);
CREATE TABLE hall (id INTEGER PRIMARY KEY, name TEXT, seats INTEGER);
CREATE TABLE screening (id INTEGER PRIMARY KEY, film_id INTEGER REFERENCES film(id), hall_id INTEGER REFERENCES hall(id), starts_at TEXT, ticket_price REAL);
CREATE TABLE ticket (id INTEGER PRIMARY KEY, screening_id INTEGER REFERENCES screening(id), seat TEXT, sold_online INTEGER);
INSERT INTO film VALUES (1,'The Lantern','Ida Marsh',2021,104,'PG'),(2,'Low Tide','Ken Aoki',2023,131,'16'),(3,'Paper Moon Street','Ida Marsh',2018,92,'PG'),(4,'Ashes','R. Vale',1999,118,NULL);
INSERT INTO hall VALUES (1,'Blue',80),(2,'Gold',220);
INSERT INTO screening VALUES (1,1,1,'2024-02-09 18:00',9),(2,1,2,'2024-02-10 20:30',12),(3,2,2,'2024-02-10 17:00',12),(4,3,1,'2024-02-11 15:00',7.5);
INSERT INTO ticket VALUES (1,1,'A1',1),(2,1,'A2',0),(3,2,'C4',1),(4,2,'C5',1),(5,2,'D1',0),(6,3,'B2',1);
? How many tickets were sold for each film?
SELECT f.title, COUNT(t.id) FROM film f LEFT JOIN screening s ON s.film_id = f.id LEFT JOIN ticket t ON t.screening_id = s.id GROUP BY f.id, f.title
? What were the takings of every screening?
SELECT s.id, COUNT(t.id) * s.ticket_price FROM screening s LEFT JOIN ticket t ON t.screening_id = s.id GROUP BY s.id, s.ticket_price
? What share of the seats was sold at each screening?
SELECT s.id, 100.0 * COUNT(t.id) / h.seats FROM screening s JOIN hall h ON h.id = s.hall_id LEFT JOIN ticket t ON t.screening_id = s.id GROUP BY s.id, h.seats
? Which films are not being screened?
SELECT title FROM film f WHERE NOT EXISTS (SELECT 1 FROM screening s WHERE s.film_id = f.id)
? Which directors made more than one film?
SELECT director FROM film GROUP BY director HAVING COUNT(*) > 1
? List the films by Ida Marsh from the oldest to the newest.
SELECT title FROM film WHERE director = 'Ida Marsh' ORDER BY released
? What is the longest film rated PG?
SELECT title FROM film WHERE rating = 'PG' ORDER BY minutes DESC LIMIT 1
? How many films have no rating?
SELECT COUNT(*) FROM film WHERE rating IS NULL
? How many screenings start after 17:30?
SELECT COUNT(*) FROM screening WHERE strftime('%H:%M', starts_at) > '17:30'
? Which hall hosted the most screenings?
SELECT h.name FROM hall h JOIN screening s ON s.hall_id = h.id GROUP BY h.id, h.name ORDER BY COUNT(*) DESC LIMIT 1
? What is the average ticket price per day?
SELECT date(starts_at), AVG(ticket_price) FROM screening GROUP BY date(starts_at)
? How many tickets were sold online and how many at the counter?
SELECT sold_online, COUNT(*) FROM ticket GROUP BY sold_online
? Which films run for more than two hours?
SELECT title FROM film WHERE minutes > 120
? Which films were shown in both halls?
SELECT f.title FROM film f JOIN screening s ON s.film_id = f.id GROUP BY f.id, f.title HAVING COUNT(DISTINCT s.hall_id) = 2
? Find films whose title contains Moon.
SELECT title FROM film WHERE title LIKE '%Moon%'
? How many films were released in each decade?
SELECT released / 10 * 10 AS decade, COUNT(*) FROM film GROUP BY decade
? When does each screening end?
SELECT s.id, datetime(s.starts_at, '+' || f.minutes || ' minutes') FROM screening s JOIN film f ON f.id = s.film_id
? Which screenings sold more tickets than the average screening?
SELECT screening_id FROM ticket GROUP BY screening_id HAVING COUNT(*) > (SELECT 1.0 * COUNT(*) / (SELECT COUNT(*) FROM screening) FROM ticket)
? Rank the films by takings.
SELECT f.title, RANK() OVER (ORDER BY SUM(s.ticket_price) DESC) FROM film f JOIN screening s ON s.film_id = f.id JOIN ticket t ON t.screening_id = s.id GROUP BY f.id, f.title
? Which screening was the first in the Gold hall?
SELECT s.id FROM screening s JOIN hall h ON h.id = s.hall_id WHERE h.name = 'Gold' ORDER BY s.starts_at LIMIT 1
? What is the total length in hours of all films?
SELECT SUM(minutes) / 60.0 FROM film
