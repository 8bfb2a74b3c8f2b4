-- People who signed up and those of their days on which they logged in: half of them never did.
CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT);
CREATE TABLE logins (id INTEGER PRIMARY KEY, user_id INTEGER REFERENCES users (id), day TEXT);
INSERT INTO users VALUES (1, 'Ann', 'Peru'), (2, 'Bob', 'Chile'), (3, 'Cyd', 'Peru'), (4, 'Dov', 'Chile'), (5, 'Eve', 'Peru');
INSERT INTO logins VALUES (1, 1, '2026-01-02'), (2, 1, '2026-01-03'), (3, 2, '2026-02-03');
