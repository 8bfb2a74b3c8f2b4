CREATE TABLE teacher (id INTEGER PRIMARY KEY, name TEXT, subject TEXT, room TEXT);
CREATE TABLE course (id INTEGER PRIMARY KEY, title TEXT, teacher_id INTEGER REFERENCES teacher(id), credits INTEGER, term TEXT);
CREATE TABLE student (id INTEGER PRIMARY KEY, name TEXT, grade INTEGER, home_town TEXT);
CREATE TABLE enrolment (student_id INTEGER REFERENCES student(id), course_id INTEGER REFERENCES course(id), mark REAL, PRIMARY KEY (student_id, course_id));
INSERT INTO teacher VALUES (1,'Ms. Hale','mathematics','B12'),(2,'Mr. Penn','history','A03'),(3,'Ms. Orr','mathematics',NULL);
INSERT INTO course VALUES (1,'Algebra',1,4,'autumn'),(2,'Geometry',3,3,'spring'),(3,'World history',2,3,'autumn'),(4,'Ancient Rome',2,2,'spring');
INSERT INTO student VALUES (1,'Nell',9,'Dray'),(2,'Omar',10,'Dray'),(3,'Pim',10,'Sund'),(4,'Rue',11,'Sund');
INSERT INTO enrolment VALUES (1,1,71),(1,3,88),(2,1,64),(2,2,90),(3,3,55),(3,1,NULL);
? How many students does each grade have?
SELECT grade, COUNT(*) FROM student GROUP BY grade ORDER BY grade
? What is the average mark in Algebra?
SELECT AVG(e.mark) FROM enrolment e JOIN course c ON c.id = e.course_id WHERE c.title = 'Algebra'
? Which students are enrolled in no course?
SELECT name FROM student s WHERE NOT EXISTS (SELECT 1 FROM enrolment e WHERE e.student_id = s.id)
? List the courses taught by Mr. Penn.
SELECT c.title FROM course c JOIN teacher t ON t.id = c.teacher_id WHERE t.name = 'Mr. Penn'
? How many credits does each student take in total?
SELECT s.name, SUM(c.credits) FROM student s JOIN enrolment e ON e.student_id = s.id JOIN course c ON c.id = e.course_id GROUP BY s.id, s.name
? Which student has the best mark?
SELECT s.name FROM student s JOIN enrolment e ON e.student_id = s.id ORDER BY e.mark DESC LIMIT 1
? Which courses have at least three students?
SELECT c.title FROM course c JOIN enrolment e ON e.course_id = c.id GROUP BY c.id, c.title HAVING COUNT(*) >= 3
? Show each course with its number of students, including empty ones.
SELECT c.title, COUNT(e.student_id) FROM course c LEFT JOIN enrolment e ON e.course_id = c.id GROUP BY c.id, c.title
? How many enrolments have no mark yet?
SELECT COUNT(*) FROM enrolment WHERE mark IS NULL
? Who passed with a mark between 60 and 90?
SELECT DISTINCT s.name FROM student s JOIN enrolment e ON e.student_id = s.id WHERE e.mark BETWEEN 60 AND 90
? Which students take both Algebra and Geometry?
SELECT s.name FROM student s JOIN enrolment e ON e.student_id = s.id JOIN course c ON c.id = e.course_id WHERE c.title IN ('Algebra', 'Geometry') GROUP BY s.id, s.name HAVING COUNT(DISTINCT c.id) = 2
? What is the highest mark in every course?
SELECT c.title, MAX(e.mark) FROM course c JOIN enrolment e ON e.course_id = c.id GROUP BY c.id, c.title
? Which teachers have no room?
SELECT name FROM teacher WHERE room IS NULL
? Which subjects are taught by more than one teacher?
SELECT subject FROM teacher GROUP BY subject HAVING COUNT(*) > 1
? Give the students from Sund in descending order of grade.
SELECT name FROM student WHERE home_town = 'Sund' ORDER BY grade DESC
? How many courses are there per term?
SELECT term, COUNT(*) FROM course GROUP BY term
? Which students scored above the average of their course?
SELECT s.name, e.course_id FROM enrolment e JOIN student s ON s.id = e.student_id WHERE e.mark > (SELECT AVG(mark) FROM enrolment WHERE course_id = e.course_id)
? What part of all students comes from Dray?
SELECT 1.0 * SUM(home_town = 'Dray') / COUNT(*) FROM student
? How does each student rank by average mark?
SELECT s.name, AVG(e.mark) AS mean, DENSE_RANK() OVER (ORDER BY AVG(e.mark) DESC) FROM student s JOIN enrolment e ON e.student_id = s.id GROUP BY s.id, s.name
? Which pairs of students come from the same town?
SELECT a.name, b.name FROM student a JOIN student b ON a.home_town = b.home_town AND a.id < b.id
? Count the teachers who teach courses in autumn and in spring.
SELECT COUNT(*) FROM (SELECT teacher_id FROM course WHERE term = 'autumn' INTERSECT SELECT teacher_id FROM course WHERE term = 'spring')
