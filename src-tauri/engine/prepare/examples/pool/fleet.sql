CREATE TABLE depot (id INTEGER PRIMARY KEY, name TEXT, region TEXT);
CREATE TABLE vehicle (id INTEGER PRIMARY KEY, plate TEXT, make TEXT, model_year INTEGER, fuel TEXT, depot_id INTEGER REFERENCES depot(id));
CREATE TABLE driver (id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, licence_until TEXT);
CREATE TABLE trip (id INTEGER PRIMARY KEY, vehicle_id INTEGER REFERENCES vehicle(id), driver_id INTEGER REFERENCES driver(id), started_at TEXT, ended_at TEXT, km REAL, litres REAL);
INSERT INTO depot VALUES (1,'Harbour','north'),(2,'Mill','south');
INSERT INTO vehicle VALUES (1,'AB-101','Vanto',2018,'diesel',1),(2,'AB-102','Vanto',2021,'electric',1),(3,'CD-330','Korr',2016,'diesel',2),(4,'EF-007','Korr',2022,'petrol',NULL);
INSERT INTO driver VALUES (1,'Ben','Asher','2026-05-01'),(2,'Tia','Dorn','2024-09-30'),(3,'Lou','Vey','2025-12-31');
INSERT INTO trip VALUES (1,1,1,'2024-05-01 08:00','2024-05-01 10:30',142,13.5),(2,1,2,'2024-05-02 07:15','2024-05-02 09:00',88,8.1),(3,2,1,'2024-05-02 12:00','2024-05-02 12:40',31,NULL),(4,3,2,'2024-06-10 06:30','2024-06-10 13:00',402,44),(5,3,2,'2024-06-11 06:30',NULL,NULL,NULL);
? How many kilometres did each vehicle drive?
SELECT v.plate, SUM(t.km) FROM vehicle v LEFT JOIN trip t ON t.vehicle_id = v.id GROUP BY v.id, v.plate
? What is the fuel consumption per 100 km of every vehicle?
SELECT v.plate, 100.0 * SUM(t.litres) / SUM(t.km) FROM vehicle v JOIN trip t ON t.vehicle_id = v.id WHERE t.litres IS NOT NULL GROUP BY v.id, v.plate
? Which trips have not ended yet?
SELECT id FROM trip WHERE ended_at IS NULL
? Give first and last names of the drivers whose licence expires before 2025.
SELECT first_name, last_name FROM driver WHERE licence_until < '2025-01-01'
? Which vehicles belong to no depot?
SELECT plate FROM vehicle WHERE depot_id IS NULL
? How many vehicles of each make are there in the north region?
SELECT v.make, COUNT(*) FROM vehicle v JOIN depot d ON d.id = v.depot_id WHERE d.region = 'north' GROUP BY v.make
? What was the longest trip?
SELECT id, km FROM trip ORDER BY km DESC LIMIT 1
? How many hours did each driver spend on the road?
SELECT d.last_name, SUM((julianday(t.ended_at) - julianday(t.started_at)) * 24) FROM driver d JOIN trip t ON t.driver_id = d.id GROUP BY d.id, d.last_name
? Which drivers have driven more than one vehicle?
SELECT d.last_name FROM driver d JOIN trip t ON t.driver_id = d.id GROUP BY d.id, d.last_name HAVING COUNT(DISTINCT t.vehicle_id) > 1
? Which drivers never drove?
SELECT first_name, last_name FROM driver WHERE id NOT IN (SELECT driver_id FROM trip WHERE driver_id IS NOT NULL)
? What is the average age of the vehicles in 2024?
SELECT AVG(2024 - model_year) FROM vehicle
? List vehicles that are neither diesel nor petrol.
SELECT plate FROM vehicle WHERE fuel NOT IN ('diesel', 'petrol')
? How many trips started in May 2024?
SELECT COUNT(*) FROM trip WHERE strftime('%Y-%m', started_at) = '2024-05'
? Which depot has the most vehicles?
SELECT d.name FROM depot d JOIN vehicle v ON v.depot_id = d.id GROUP BY d.id, d.name ORDER BY COUNT(*) DESC LIMIT 1
? How many trips started before eight in the morning?
SELECT COUNT(*) FROM trip WHERE strftime('%H', started_at) < '08'
? Show the distance of every trip beside that of the vehicle's previous one.
SELECT vehicle_id, started_at, km, LAG(km) OVER (PARTITION BY vehicle_id ORDER BY started_at) FROM trip
? What share of all kilometres did each driver drive?
SELECT d.last_name, 100.0 * SUM(t.km) / (SELECT SUM(km) FROM trip) FROM driver d JOIN trip t ON t.driver_id = d.id GROUP BY d.id, d.last_name
? Which vehicle was driven by Tia Dorn?
SELECT DISTINCT v.plate FROM vehicle v JOIN trip t ON t.vehicle_id = v.id JOIN driver d ON d.id = t.driver_id WHERE d.first_name = 'Tia' AND d.last_name = 'Dorn'
? Which plates begin with AB?
SELECT plate FROM vehicle WHERE plate LIKE 'AB%'
? For each fuel, what is the newest model year?
SELECT fuel, MAX(model_year) FROM vehicle GROUP BY fuel
? On which weekday do most trips start?
SELECT strftime('%w', started_at) AS weekday, COUNT(*) AS trips FROM trip GROUP BY weekday ORDER BY trips DESC LIMIT 1
