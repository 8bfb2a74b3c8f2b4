CREATE TABLE doctor (id INTEGER PRIMARY KEY, name TEXT, specialty TEXT, hired_on TEXT, salary REAL);
CREATE TABLE patient (id INTEGER PRIMARY KEY, name TEXT, born_on TEXT, city TEXT, insurer TEXT);
CREATE TABLE visit (id INTEGER PRIMARY KEY, patient_id INTEGER REFERENCES patient(id), doctor_id INTEGER REFERENCES doctor(id), visited_on TEXT, fee REAL, diagnosis TEXT);
INSERT INTO doctor VALUES (1,'Dr. Alva Ness','cardiology','2015-03-01',98000),(2,'Dr. Tor Quill','dermatology','2019-07-15',82000),(3,'Dr. Pia Voss','cardiology','2021-01-10',88000),(4,'Dr. Ivo Lamm','neurology','2023-08-01',91000);
INSERT INTO patient VALUES (1,'Jon Reed','1950-04-02','Arden','Helm'),(2,'Una Sorel','1988-11-23','Arden',NULL),(3,'Kai Moss','2001-06-30','Birch','Helm'),(4,'Eda Lund','1975-01-17','Birch','Pact');
INSERT INTO visit VALUES (1,1,1,'2024-01-10',120,'arrhythmia'),(2,1,1,'2024-04-11',80,'arrhythmia'),(3,2,2,'2024-02-03',95,'eczema'),(4,3,2,'2024-02-28',95,NULL),(5,1,3,'2024-05-20',140,'hypertension'),(6,1,2,'2024-06-03',60,'eczema');
? How many visits were there in 2024?
SELECT COUNT(*) FROM visit WHERE strftime('%Y', visited_on) = '2024'
? What is the total fee charged by each doctor?
SELECT d.name, SUM(v.fee) FROM doctor d JOIN visit v ON v.doctor_id = d.id GROUP BY d.id, d.name
? Which doctors have had no visits?
SELECT name FROM doctor d WHERE NOT EXISTS (SELECT 1 FROM visit v WHERE v.doctor_id = d.id)
? How many patients have no insurer?
SELECT COUNT(*) FROM patient WHERE insurer IS NULL
? Who is the oldest patient?
SELECT name FROM patient ORDER BY born_on LIMIT 1
? List the patients from Arden or Birch in alphabetical order.
SELECT name FROM patient WHERE city IN ('Arden', 'Birch') ORDER BY name
? What is the average salary per specialty?
SELECT specialty, AVG(salary) FROM doctor GROUP BY specialty
? Which specialties have more than one doctor?
SELECT specialty FROM doctor GROUP BY specialty HAVING COUNT(*) > 1
? When did each patient last visit?
SELECT p.name, MAX(v.visited_on) FROM patient p LEFT JOIN visit v ON v.patient_id = p.id GROUP BY p.id, p.name
? Which patients saw doctors of both cardiology and dermatology?
SELECT p.name FROM patient p JOIN visit v ON v.patient_id = p.id JOIN doctor d ON d.id = v.doctor_id WHERE d.specialty IN ('cardiology', 'dermatology') GROUP BY p.id, p.name HAVING COUNT(DISTINCT d.specialty) = 2
? How many different patients did each doctor see?
SELECT d.name, COUNT(DISTINCT v.patient_id) FROM doctor d LEFT JOIN visit v ON v.doctor_id = d.id GROUP BY d.id, d.name
? What percentage of visits ended without a diagnosis?
SELECT 100.0 * SUM(diagnosis IS NULL) / COUNT(*) FROM visit
? Which diagnosis was the most frequent?
SELECT diagnosis FROM visit WHERE diagnosis IS NOT NULL GROUP BY diagnosis ORDER BY COUNT(*) DESC LIMIT 1
? Show visits with a fee above average.
SELECT id, fee FROM visit WHERE fee > (SELECT AVG(fee) FROM visit)
? How many days passed between the first and the last visit?
SELECT julianday(MAX(visited_on)) - julianday(MIN(visited_on)) FROM visit
? Rank the doctors by the number of their visits.
SELECT d.name, RANK() OVER (ORDER BY COUNT(v.id) DESC) FROM doctor d LEFT JOIN visit v ON v.doctor_id = d.id GROUP BY d.id, d.name
? Which doctor earns the most within each specialty?
SELECT specialty, name FROM (SELECT specialty, name, ROW_NUMBER() OVER (PARTITION BY specialty ORDER BY salary DESC) AS place FROM doctor) WHERE place = 1
? By how much does the highest salary exceed the lowest?
SELECT MAX(salary) - MIN(salary) FROM doctor
? How many patients were born in each decade?
SELECT CAST(strftime('%Y', born_on) AS INTEGER) / 10 * 10 AS decade, COUNT(*) FROM patient GROUP BY decade ORDER BY decade
? Which cities have patients of the insurer Helm?
SELECT DISTINCT city FROM patient WHERE insurer = 'Helm'
? List each visit with the names of patient and doctor.
SELECT v.id, p.name, d.name FROM visit v JOIN patient p ON p.id = v.patient_id JOIN doctor d ON d.id = v.doctor_id
? Which doctors were hired after Dr. Tor Quill?
SELECT name FROM doctor WHERE hired_on > (SELECT hired_on FROM doctor WHERE name = 'Dr. Tor Quill')
