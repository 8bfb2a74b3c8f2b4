SELECT p.last_name, COUNT(*) AS games, SUM(s.points) AS points
FROM box_scores s
JOIN players p ON p.player_id = s.player_id
WHERE EXISTS (
    SELECT 1
    FROM box_scores t
    WHERE t.player_id = s.player_id AND t.team_id <> s.team_id
  )
GROUP BY p.last_name
ORDER BY last_name
