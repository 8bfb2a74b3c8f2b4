CREATE TABLE room (number INTEGER PRIMARY KEY, floor INTEGER, kind TEXT, nightly_rate REAL);
CREATE TABLE guest (id INTEGER PRIMARY KEY, full_name TEXT, nationality TEXT, vip INTEGER);
CREATE TABLE booking (id INTEGER PRIMARY KEY, guest_id INTEGER REFERENCES guest(id), room_number INTEGER REFERENCES room(number), arrives_on TEXT, leaves_on TEXT, paid INTEGER);
CREATE TABLE review (booking_id INTEGER REFERENCES booking(id), stars INTEGER, remark TEXT);
INSERT INTO room VALUES (101,1,'single',80),(102,1,'double',120),(201,2,'double',130),(301,3,'suite',300),(302,3,'single',95);
INSERT INTO guest VALUES (1,'Vera Stahl','German',0),(2,'Luca Ferro','Italian',1),(3,'Amy Brook','British',0);
INSERT INTO booking VALUES (1,1,101,'2024-03-01','2024-03-04',1),(2,2,301,'2024-03-02','2024-03-09',1),(3,1,102,'2024-07-20','2024-07-22',0),(4,3,201,'2024-07-21','2024-07-28',1);
INSERT INTO review VALUES (1,4,'Quiet and clean'),(2,5,'Splendid view'),(4,2,'Noisy street');
? How many nights does each booking last?
SELECT id, julianday(leaves_on) - julianday(arrives_on) FROM booking
? What is the total income of each room?
SELECT r.number, SUM((julianday(b.leaves_on) - julianday(b.arrives_on)) * r.nightly_rate) FROM room r JOIN booking b ON b.room_number = r.number GROUP BY r.number
? Which rooms were never booked?
SELECT number FROM room EXCEPT SELECT room_number FROM booking
? What is the cheapest double room?
SELECT number FROM room WHERE kind = 'double' ORDER BY nightly_rate LIMIT 1
? How many rooms are on each floor?
SELECT floor, COUNT(*) FROM room GROUP BY floor
? List the guests who have not paid.
SELECT DISTINCT g.full_name FROM guest g JOIN booking b ON b.guest_id = g.id WHERE b.paid = 0
? What is the average rating per kind of room?
SELECT r.kind, AVG(v.stars) FROM review v JOIN booking b ON b.id = v.booking_id JOIN room r ON r.number = b.room_number GROUP BY r.kind
? Which bookings have no review?
SELECT b.id FROM booking b LEFT JOIN review v ON v.booking_id = b.id WHERE v.booking_id IS NULL
? How many guests arrived in July 2024?
SELECT COUNT(DISTINCT guest_id) FROM booking WHERE arrives_on >= '2024-07-01' AND arrives_on < '2024-08-01'
? Which guests stayed more than once?
SELECT g.full_name FROM guest g JOIN booking b ON b.guest_id = g.id GROUP BY g.id, g.full_name HAVING COUNT(*) > 1
? Show remarks that mention noise.
SELECT remark FROM review WHERE remark LIKE '%nois%'
? How many guests are there of each nationality?
SELECT nationality, COUNT(*) FROM guest GROUP BY nationality
? Who stayed in the suite?
SELECT g.full_name FROM guest g JOIN booking b ON b.guest_id = g.id JOIN room r ON r.number = b.room_number WHERE r.kind = 'suite'
? What percentage of bookings is paid?
SELECT 100.0 * AVG(paid) FROM booking
? Which guest booked the longest stay?
SELECT g.full_name FROM guest g JOIN booking b ON b.guest_id = g.id ORDER BY julianday(b.leaves_on) - julianday(b.arrives_on) DESC LIMIT 1
? Which rooms cost more than the average of their kind?
SELECT number FROM room r WHERE nightly_rate > (SELECT AVG(nightly_rate) FROM room WHERE kind = r.kind)
? How many bookings were made in each quarter?
SELECT (CAST(strftime('%m', arrives_on) AS INTEGER) + 2) / 3 AS quarter, COUNT(*) FROM booking GROUP BY quarter
? Give the three highest nightly rates.
SELECT DISTINCT nightly_rate FROM room ORDER BY nightly_rate DESC LIMIT 3
? Which rooms were occupied on 3 March 2024?
SELECT room_number FROM booking WHERE arrives_on <= '2024-03-03' AND leaves_on > '2024-03-03'
? How many of the guests are VIPs, and how many are not?
SELECT SUM(vip = 1), SUM(vip = 0) FROM guest
? For each floor, which is the dearest room?
SELECT floor, number FROM (SELECT floor, number, RANK() OVER (PARTITION BY floor ORDER BY nightly_rate DESC) AS place FROM room) WHERE place = 1
