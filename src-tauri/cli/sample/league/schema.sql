CREATE TYPE playing_position AS ENUM ('Point guard', 'Shooting guard', 'Small forward', 'Power forward', 'Center');
CREATE TYPE injury_severity AS ENUM ('minor', 'moderate', 'severe');
CREATE TABLE conferences (
  conference_id INTEGER PRIMARY KEY,
  conference_name VARCHAR NOT NULL
);
CREATE TABLE arenas (
  arena_id INTEGER PRIMARY KEY,
  arena_name VARCHAR NOT NULL,
  city VARCHAR NOT NULL,
  country VARCHAR NOT NULL,
  capacity INTEGER NOT NULL,
  opened SMALLINT NOT NULL
);
CREATE TABLE teams (
  team_id INTEGER PRIMARY KEY,
  team_name VARCHAR NOT NULL,
  abbr VARCHAR(3) NOT NULL,
  city VARCHAR NOT NULL,
  conference_id INTEGER NOT NULL REFERENCES conferences (conference_id),
  arena_id INTEGER NOT NULL REFERENCES arenas (arena_id),
  founded SMALLINT NOT NULL
);
CREATE TABLE coaches (
  coach_id INTEGER PRIMARY KEY,
  first_name VARCHAR NOT NULL,
  last_name VARCHAR NOT NULL,
  team_id INTEGER NOT NULL REFERENCES teams (team_id),
  hired_on DATE NOT NULL,
  left_on DATE,
  former_player BOOLEAN NOT NULL
);
CREATE TABLE seasons (
  season INTEGER PRIMARY KEY,
  starts_on DATE NOT NULL,
  ends_on DATE NOT NULL,
  champion_team_id INTEGER REFERENCES teams (team_id)
);
CREATE TABLE players (
  player_id INTEGER PRIMARY KEY,
  first_name VARCHAR NOT NULL,
  last_name VARCHAR NOT NULL,
  position playing_position NOT NULL,
  birth_date DATE NOT NULL,
  nationality VARCHAR NOT NULL,
  height_cm SMALLINT NOT NULL,
  weight_kg SMALLINT,
  draft_year SMALLINT,
  left_handed BOOLEAN NOT NULL,
  mentor_id INTEGER
);
CREATE TABLE contracts (
  contract_id INTEGER PRIMARY KEY,
  player_id INTEGER NOT NULL REFERENCES players (player_id),
  team_id INTEGER NOT NULL REFERENCES teams (team_id),
  season INTEGER NOT NULL REFERENCES seasons (season),
  jersey_no SMALLINT NOT NULL,
  salary DECIMAL(12, 2) NOT NULL,
  signed_on DATE
);
CREATE TABLE games (
  game_id INTEGER PRIMARY KEY,
  season INTEGER NOT NULL REFERENCES seasons (season),
  game_date DATE NOT NULL,
  home_team_id INTEGER NOT NULL REFERENCES teams (team_id),
  away_team_id INTEGER NOT NULL REFERENCES teams (team_id),
  home_points SMALLINT NOT NULL,
  away_points SMALLINT NOT NULL,
  attendance INTEGER,
  overtime BOOLEAN NOT NULL,
  playoff BOOLEAN NOT NULL
);
CREATE TABLE box_scores (
  game_id INTEGER NOT NULL REFERENCES games (game_id),
  player_id INTEGER NOT NULL REFERENCES players (player_id),
  team_id INTEGER NOT NULL REFERENCES teams (team_id),
  starter BOOLEAN NOT NULL,
  minutes SMALLINT NOT NULL,
  points SMALLINT NOT NULL,
  fg_made SMALLINT NOT NULL,
  fg_attempted SMALLINT NOT NULL,
  three_made SMALLINT NOT NULL,
  three_attempted SMALLINT NOT NULL,
  ft_made SMALLINT NOT NULL,
  ft_attempted SMALLINT NOT NULL,
  rebounds SMALLINT NOT NULL,
  assists SMALLINT NOT NULL,
  steals SMALLINT NOT NULL,
  blocks SMALLINT NOT NULL,
  turnovers SMALLINT NOT NULL,
  fouls SMALLINT NOT NULL,
  PRIMARY KEY (game_id, player_id)
);
CREATE TABLE awards (
  award_id INTEGER PRIMARY KEY,
  season INTEGER NOT NULL REFERENCES seasons (season),
  award_name VARCHAR NOT NULL,
  player_id INTEGER NOT NULL REFERENCES players (player_id)
);
CREATE TABLE injuries (
  injury_id INTEGER PRIMARY KEY,
  player_id INTEGER NOT NULL REFERENCES players (player_id),
  reported_on DATE NOT NULL,
  returned_on DATE,
  body_part VARCHAR,
  severity injury_severity NOT NULL
);
