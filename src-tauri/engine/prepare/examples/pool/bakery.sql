CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT, town TEXT, joined_on TEXT);
CREATE TABLE product (id INTEGER PRIMARY KEY, name TEXT, kind TEXT, price REAL, discontinued INTEGER);
CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer(id), ordered_on TEXT, status TEXT);
CREATE TABLE order_line (order_id INTEGER REFERENCES orders(id), product_id INTEGER REFERENCES product(id), quantity INTEGER, PRIMARY KEY (order_id, product_id));
INSERT INTO customer VALUES (1,'Mira Holm','Tarn','2023-02-01'),(2,'Odo Finch','Tarn','2023-05-12'),(3,'Lise Karr','Wold','2024-01-09'),(4,'Bram Oake','Fell',NULL);
INSERT INTO product VALUES (1,'Rye loaf','bread',4.5,0),(2,'Seed roll','bread',1.2,0),(3,'Plum cake','cake',18,0),(4,'Oat biscuit','biscuit',0.9,1);
INSERT INTO orders VALUES (1,1,'2024-01-05','paid'),(2,1,'2024-02-11','paid'),(3,2,'2024-02-20','open'),(4,3,'2024-03-02','paid'),(5,3,'2024-03-09','cancelled');
INSERT INTO order_line VALUES (1,1,2),(1,2,10),(2,3,1),(3,2,6),(4,1,1),(4,3,2),(5,4,12);
? How many customers are there?
SELECT COUNT(*) FROM customer
? List the names of our customers in Tarn.
SELECT name FROM customer WHERE town = 'Tarn'
? What is the average price of bread?
SELECT AVG(price) FROM product WHERE kind = 'bread'
? How many products are there of each kind?
SELECT kind, COUNT(*) FROM product GROUP BY kind
? What is our most expensive product?
SELECT name FROM product ORDER BY price DESC LIMIT 1
? Show the three cheapest products with their prices.
SELECT name, price FROM product ORDER BY price LIMIT 3
? How many orders did each customer place?
SELECT c.name, COUNT(o.id) FROM customer c LEFT JOIN orders o ON o.customer_id = c.id GROUP BY c.id, c.name
? Which customers have never ordered anything?
SELECT name FROM customer WHERE id NOT IN (SELECT customer_id FROM orders WHERE customer_id IS NOT NULL)
? What is our total revenue from paid orders?
SELECT SUM(l.quantity * p.price) FROM orders o JOIN order_line l ON l.order_id = o.id JOIN product p ON p.id = l.product_id WHERE o.status = 'paid'
? What is the revenue per month?
SELECT strftime('%Y-%m', o.ordered_on) AS month, SUM(l.quantity * p.price) FROM orders o JOIN order_line l ON l.order_id = o.id JOIN product p ON p.id = l.product_id GROUP BY month ORDER BY month
? Which customers placed more than one order?
SELECT c.name FROM customer c JOIN orders o ON o.customer_id = c.id GROUP BY c.id, c.name HAVING COUNT(*) > 1
? What share of orders was cancelled?
SELECT 100.0 * SUM(status = 'cancelled') / COUNT(*) FROM orders
? Which products cost more than the average?
SELECT name FROM product WHERE price > (SELECT AVG(price) FROM product)
? How many different products were ordered in February 2024?
SELECT COUNT(DISTINCT l.product_id) FROM orders o JOIN order_line l ON l.order_id = o.id WHERE o.ordered_on BETWEEN '2024-02-01' AND '2024-02-29'
? Which customer spent the most, and how much?
SELECT c.name, SUM(l.quantity * p.price) AS spent FROM customer c JOIN orders o ON o.customer_id = c.id JOIN order_line l ON l.order_id = o.id JOIN product p ON p.id = l.product_id GROUP BY c.id, c.name ORDER BY spent DESC LIMIT 1
? For which customers is the joining date unknown?
SELECT name FROM customer WHERE joined_on IS NULL
? Which products were never ordered together with the plum cake?
SELECT name FROM product x WHERE NOT EXISTS (SELECT 1 FROM order_line a JOIN order_line b ON a.order_id = b.order_id JOIN product p ON p.id = b.product_id WHERE a.product_id = x.id AND p.name = 'Plum cake')
? What is the running total of quantities by order date?
SELECT o.ordered_on, SUM(SUM(l.quantity)) OVER (ORDER BY o.ordered_on) FROM orders o JOIN order_line l ON l.order_id = o.id GROUP BY o.ordered_on
? Which towns have customers with paid as well as with open orders?
SELECT c.town FROM customer c JOIN orders o ON o.customer_id = c.id WHERE o.status = 'paid' INTERSECT SELECT c.town FROM customer c JOIN orders o ON o.customer_id = c.id WHERE o.status = 'open'
? Which product of each kind is the dearest?
SELECT kind, name, price FROM product p WHERE price = (SELECT MAX(price) FROM product WHERE kind = p.kind)
? How many lines does an order have on average?
SELECT AVG(lines) FROM (SELECT COUNT(*) AS lines FROM order_line GROUP BY order_id)
? Which products contain the word loaf?
SELECT name FROM product WHERE name LIKE '%loaf%'
