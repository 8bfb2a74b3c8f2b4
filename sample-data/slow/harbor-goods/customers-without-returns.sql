SELECT c.company_name, COUNT(*) AS orders
FROM customers c
JOIN orders o ON o.customer_id = c.customer_id
WHERE NOT EXISTS (
    SELECT 1
    FROM returns r
    WHERE r.order_id = o.order_id
  )
  AND EXISTS (
    SELECT 1
    FROM shipments s
    WHERE s.order_id = o.order_id AND s.carrier IS NOT NULL
  )
  AND o.order_date >= '2025-10-01'
GROUP BY c.company_name
ORDER BY company_name
