CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT, country TEXT, birth_year INTEGER);
CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT, author_id INTEGER REFERENCES author(id), genre TEXT, published_year INTEGER, pages INTEGER);
CREATE TABLE member (id INTEGER PRIMARY KEY, name TEXT, email TEXT, since TEXT);
CREATE TABLE loan (id INTEGER PRIMARY KEY, book_id INTEGER REFERENCES book(id), member_id INTEGER REFERENCES member(id), lent_on TEXT, returned_on TEXT);
INSERT INTO author VALUES (1,'Ola Brand','Norway',1961),(2,'Sue Tamm','Estonia',1979),(3,'Ciro Nava','Italy',1948);
INSERT INTO book VALUES (1,'The Salt Road',1,'novel',1995,312),(2,'Night Ferry',1,'crime',2003,280),(3,'Stone Songs',2,'poetry',2012,96),(4,'A Short Winter',2,'novel',2018,410),(5,'Old Maps',3,'history',1990,520);
INSERT INTO member VALUES (1,'Ines Roth','ines@post.example','2020-01-02'),(2,'Paul Kerr',NULL,'2021-09-30'),(3,'Ada Lind','ada@mail.example','2023-03-15');
INSERT INTO loan VALUES (1,1,1,'2024-01-03','2024-01-20'),(2,2,1,'2024-01-25',NULL),(3,4,2,'2024-02-01','2024-03-10'),(4,1,2,'2024-03-12',NULL),(5,3,1,'2024-03-15','2024-03-18');
? How many books did each author write?
SELECT a.name, COUNT(b.id) FROM author a LEFT JOIN book b ON b.author_id = a.id GROUP BY a.id, a.name
? Which books have not been returned yet?
SELECT b.title FROM book b JOIN loan l ON l.book_id = b.id WHERE l.returned_on IS NULL
? List all novels with their year of publication, newest first.
SELECT title, published_year FROM book WHERE genre = 'novel' ORDER BY published_year DESC
? Which author is the youngest?
SELECT name FROM author ORDER BY birth_year DESC LIMIT 1
? How many pages does the longest book have?
SELECT MAX(pages) FROM book
? How many pages does a book have on average, by genre?
SELECT genre, AVG(pages) FROM book GROUP BY genre
? Which books were never lent?
SELECT title FROM book WHERE id NOT IN (SELECT book_id FROM loan WHERE book_id IS NOT NULL)
? How many loans were made in each month of 2024?
SELECT strftime('%m', lent_on) AS month, COUNT(*) FROM loan WHERE lent_on LIKE '2024%' GROUP BY month
? Which members have borrowed more than two books?
SELECT m.name FROM member m JOIN loan l ON l.member_id = m.id GROUP BY m.id, m.name HAVING COUNT(*) > 2
? How long was each returned book on loan, in days?
SELECT b.title, julianday(l.returned_on) - julianday(l.lent_on) FROM loan l JOIN book b ON b.id = l.book_id WHERE l.returned_on IS NOT NULL
? Which members have no e-mail address?
SELECT name FROM member WHERE email IS NULL
? Find books whose title begins with 'Old'.
SELECT title FROM book WHERE title LIKE 'Old%'
? Who wrote The Salt Road?
SELECT a.name FROM author a JOIN book b ON b.author_id = a.id WHERE b.title = 'The Salt Road'
? Which authors wrote both novels and poetry?
SELECT a.name FROM author a JOIN book b ON b.author_id = a.id WHERE b.genre = 'novel' INTERSECT SELECT a.name FROM author a JOIN book b ON b.author_id = a.id WHERE b.genre = 'poetry'
? Which authors wrote novels but no crime?
SELECT a.name FROM author a JOIN book b ON b.author_id = a.id WHERE b.genre = 'novel' EXCEPT SELECT a.name FROM author a JOIN book b ON b.author_id = a.id WHERE b.genre = 'crime'
? How many books were published before 2000?
SELECT COUNT(*) FROM book WHERE published_year < 2000
? What is the most borrowed book?
SELECT b.title FROM book b JOIN loan l ON l.book_id = b.id GROUP BY b.id, b.title ORDER BY COUNT(*) DESC LIMIT 1
? How many different members borrowed something?
SELECT COUNT(DISTINCT member_id) FROM loan
? Show every member with the title of the book they borrowed last.
SELECT name, title FROM (SELECT m.name, b.title, ROW_NUMBER() OVER (PARTITION BY m.id ORDER BY l.lent_on DESC) AS place FROM member m JOIN loan l ON l.member_id = m.id JOIN book b ON b.id = l.book_id) WHERE place = 1
? Which books are longer than every novel?
SELECT title FROM book WHERE pages > (SELECT MAX(pages) FROM book WHERE genre = 'novel')
? How many authors come from each country, the most common country first?
SELECT country, COUNT(*) AS authors FROM author GROUP BY country ORDER BY authors DESC
? Which countries have authors born after 1970?
SELECT DISTINCT country FROM author WHERE birth_year > 1970
