SELECT o.order_id, o.channel,
  (SELECT COUNT(*) FROM shipments s WHERE s.order_id = o.order_id) AS parcels
FROM orders o
WHERE o.order_date >= '2025-11-01'
ORDER BY parcels DESC, order_id
