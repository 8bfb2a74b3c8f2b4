SELECT o.order_id, o.order_date, o.channel
FROM orders o
WHERE o.order_date >= '2025-11-01'
  AND (
    SELECT COUNT(*)
    FROM shipments s
    WHERE s.order_id = o.order_id AND s.delivered_at IS NULL
  ) > 0
ORDER BY o.order_id
