SELECT s.order_id, s.shipment_id, s.carrier
FROM shipments s
WHERE s.delivered_at - s.shipped_at > 1.2 * (
    SELECT AVG(t.delivered_at - t.shipped_at)
    FROM shipments t
    WHERE t.carrier = s.carrier
  )
  AND s.shipment_id > 20700
ORDER BY s.shipment_id
