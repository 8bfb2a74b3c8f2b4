SELECT p.last_name, p.first_name
FROM players p
WHERE p.player_id IN (
    SELECT a.player_id
    FROM box_scores a
    JOIN box_scores b ON b.player_id = a.player_id
    WHERE a.team_id <> b.team_id
  )
ORDER BY last_name, first_name
