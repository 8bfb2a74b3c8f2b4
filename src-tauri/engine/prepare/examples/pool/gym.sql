CREATE TABLE plan (id INTEGER PRIMARY KEY, title TEXT, monthly_fee REAL);
CREATE TABLE member (id INTEGER PRIMARY KEY, name TEXT, gender TEXT, born_on TEXT, plan_id INTEGER REFERENCES plan(id), left_on TEXT);
CREATE TABLE class (id INTEGER PRIMARY KEY, name TEXT, trainer TEXT, weekday TEXT, places INTEGER);
CREATE TABLE attendance (member_id INTEGER REFERENCES member(id), class_id INTEGER REFERENCES class(id), attended_on TEXT);
INSERT INTO plan VALUES (1,'basic',20),(2,'plus',35),(3,'family',60);
INSERT INTO member VALUES (1,'Ara','F','1990-02-11',1,NULL),(2,'Bo','M','1984-08-30',2,NULL),(3,'Cleo','F','2003-12-01',2,'2024-03-31'),(4,'Dov','M','1971-05-19',1,NULL);
INSERT INTO class VALUES (1,'Spin','Jo Hart','Monday',20),(2,'Yoga','Lin Wei','Tuesday',15),(3,'Boxing','Jo Hart','Friday',10);
INSERT INTO attendance VALUES (1,1,'2024-03-04'),(1,2,'2024-03-05'),(2,1,'2024-03-04'),(2,1,'2024-03-11'),(3,2,'2024-03-12'),(1,2,'2024-03-12');
? How many active members are on each plan?
SELECT p.title, COUNT(m.id) FROM plan p LEFT JOIN member m ON m.plan_id = p.id AND m.left_on IS NULL GROUP BY p.id, p.title
? What is the monthly income from active members?
SELECT SUM(p.monthly_fee) FROM member m JOIN plan p ON p.id = m.plan_id WHERE m.left_on IS NULL
? Which members attended no class?
SELECT name FROM member m WHERE NOT EXISTS (SELECT 1 FROM attendance a WHERE a.member_id = m.id)
? How many female and male members are there?
SELECT gender, COUNT(*) FROM member GROUP BY gender
? Which class is attended most?
SELECT c.name FROM class c JOIN attendance a ON a.class_id = c.id GROUP BY c.id, c.name ORDER BY COUNT(*) DESC LIMIT 1
? Which trainers give more than one class?
SELECT trainer FROM class GROUP BY trainer HAVING COUNT(*) > 1
? How many classes did each member attend in March 2024?
SELECT m.name, COUNT(a.class_id) FROM member m LEFT JOIN attendance a ON a.member_id = m.id AND a.attended_on LIKE '2024-03%' GROUP BY m.id, m.name
? Which members went to both Spin and Yoga?
SELECT m.name FROM member m JOIN attendance a ON a.member_id = m.id JOIN class c ON c.id = a.class_id WHERE c.name = 'Spin' INTERSECT SELECT m.name FROM member m JOIN attendance a ON a.member_id = m.id JOIN class c ON c.id = a.class_id WHERE c.name = 'Yoga'
? Who left the gym?
SELECT name FROM member WHERE left_on IS NOT NULL
? How old are the members on average on 1 January 2024?
SELECT AVG((julianday('2024-01-01') - julianday(born_on)) / 365.25) FROM member
? Which plans has nobody chosen?
SELECT title FROM plan p WHERE NOT EXISTS (SELECT 1 FROM member m WHERE m.plan_id = p.id)
? How full was each class on average, as a share of its places?
SELECT c.name, 100.0 * COUNT(*) / COUNT(DISTINCT a.attended_on) / c.places FROM class c JOIN attendance a ON a.class_id = c.id GROUP BY c.id, c.name, c.places
? List the classes that Jo Hart gives, by weekday.
SELECT name, weekday FROM class WHERE trainer = 'Jo Hart' ORDER BY weekday
? Which member attended on the most different days?
SELECT m.name FROM member m JOIN attendance a ON a.member_id = m.id GROUP BY m.id, m.name ORDER BY COUNT(DISTINCT a.attended_on) DESC LIMIT 1
? What does the plan of Cleo cost?
SELECT p.monthly_fee FROM plan p JOIN member m ON m.plan_id = p.id WHERE m.name = 'Cleo'
? How many places do all classes offer together?
SELECT SUM(places) FROM class
? Which plan costs less than the average plan?
SELECT title FROM plan WHERE monthly_fee < (SELECT AVG(monthly_fee) FROM plan)
? Show the days between two visits of each member.
SELECT member_id, attended_on, julianday(attended_on) - julianday(LAG(attended_on) OVER (PARTITION BY member_id ORDER BY attended_on)) FROM attendance
? Who are the youngest and the oldest member?
SELECT name FROM member WHERE born_on = (SELECT MAX(born_on) FROM member) OR born_on = (SELECT MIN(born_on) FROM member)
? How many visits were there per weekday?
SELECT c.weekday, COUNT(*) FROM attendance a JOIN class c ON c.id = a.class_id GROUP BY c.weekday
