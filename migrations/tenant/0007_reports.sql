CREATE TABLE `report_counts` (
	`enterprise_id` text NOT NULL,
	`agent_id` text NOT NULL,
	`kind` text NOT NULL,
	`grain` integer NOT NULL,
	`at` integer NOT NULL,
	`key` text NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`count` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`enterprise_id`, `agent_id`, `kind`, `grain`, `at`, `key`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `report_quarters` (
	`enterprise_id` text NOT NULL,
	`agent_id` text NOT NULL,
	`at` integer NOT NULL,
	`turns` integer DEFAULT 0 NOT NULL,
	`scoped` integer DEFAULT 0 NOT NULL,
	`weak` integer DEFAULT 0 NOT NULL,
	`positive` integer DEFAULT 0 NOT NULL,
	`negative` integer DEFAULT 0 NOT NULL,
	`ambiguous` integer DEFAULT 0 NOT NULL,
	`neutral` integer DEFAULT 0 NOT NULL,
	`conversations` integer DEFAULT 0 NOT NULL,
	`messages` integer DEFAULT 0 NOT NULL,
	`longest` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`enterprise_id`, `agent_id`, `at`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `report_returns` (
	`enterprise_id` text NOT NULL,
	`agent_id` text NOT NULL,
	`at` integer NOT NULL,
	`before` integer NOT NULL,
	`count` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`enterprise_id`, `agent_id`, `at`, `before`)
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `conversations` ADD `scoped` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `conversations` ADD `last_intent_id` text;--> statement-breakpoint
CREATE INDEX `conversations_sender` ON `conversations` (`enterprise_id`,`agent_id`,`sender_id`,`last_at`);--> statement-breakpoint
ALTER TABLE `turns` ADD `weak` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `turns_intent` ON `turns` (`enterprise_id`,`agent_id`,`intent_id`,`at`);--> statement-breakpoint
CREATE INDEX `turns_weak` ON `turns` (`enterprise_id`,`agent_id`,`at`) WHERE weak = 1;
--> statement-breakpoint
-- What is there already is counted once. The thresholds of former days are not known: today's stand for them.
UPDATE turns SET weak = 1 WHERE intent_id IS NOT NULL AND confidence < 1 AND (
  confidence < 0.15 + coalesce((SELECT json_extract(config, '$.confidenceThreshold') FROM agents a WHERE a.id = turns.agent_id), 0.5)
  OR confidence - coalesce(json_extract(others, '$[0].confidence'), 0) < 0.1);
--> statement-breakpoint
UPDATE conversations SET
  scoped = (SELECT count(intent_id) FROM turns t WHERE t.enterprise_id = conversations.enterprise_id AND t.conversation_id = conversations.id),
  last_intent_id = (SELECT intent_id FROM turns t WHERE t.enterprise_id = conversations.enterprise_id AND t.conversation_id = conversations.id ORDER BY rowid DESC LIMIT 1);
--> statement-breakpoint
INSERT INTO report_quarters (enterprise_id, agent_id, at, turns, scoped, weak, positive, negative, ambiguous, neutral, conversations, messages, longest)
WITH 
  said AS (
    SELECT t.enterprise_id, t.agent_id, t.conversation_id, t.at, t.intent_id, t.intent_name, t.kind, t.emotion, t.weak,
      c.sender_id, lag(t.at) OVER talk AS left_at,
      CASE WHEN lag(t.at) OVER talk IS NULL THEN '' ELSE coalesce(lag(t.intent_id) OVER talk, '-') END AS came_from,
      coalesce(max(t.at) OVER (PARTITION BY t.enterprise_id, t.agent_id, c.sender_id ORDER BY t.rowid
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS seen_at
    FROM turns t JOIN conversations c ON c.id = t.conversation_id 
    WINDOW talk AS (PARTITION BY t.conversation_id ORDER BY t.rowid)),
  talks AS (
    SELECT enterprise_id, agent_id, conversation_id, min(at) AS started, count(*) AS turns, count(intent_id) AS scoped
    FROM said GROUP BY 1, 2, 3)
SELECT enterprise_id, agent_id, at, sum(turns), sum(scoped), sum(weak), sum(positive), sum(negative), sum(ambiguous), sum(neutral), sum(conversations), sum(messages), max(longest)
FROM (
  SELECT enterprise_id, agent_id, at - at % 900000 AS at, count(*) AS turns, count(intent_id) AS scoped, sum(weak) AS weak,
    sum(coalesce(emotion, '') IN ('admiration', 'amusement', 'approval', 'caring', 'desire', 'excitement', 'gratitude', 'joy', 'love', 'optimism', 'pride', 'relief')) AS positive, sum(coalesce(emotion, '') IN ('anger', 'annoyance', 'disappointment', 'disapproval', 'disgust', 'embarrassment', 'fear', 'grief', 'nervousness', 'remorse', 'sadness')) AS negative, sum(coalesce(emotion, '') IN ('confusion', 'curiosity', 'realization', 'surprise')) AS ambiguous, sum(coalesce(emotion, '') IN ('neutral')) AS neutral,
    0 AS conversations, 0 AS messages, 0 AS longest
  FROM said GROUP BY 1, 2, 3
  UNION ALL
  SELECT enterprise_id, agent_id, started - started % 900000, 0, 0, 0, 0, 0, 0, 0, count(*), sum(turns), max(turns)
  FROM talks GROUP BY 1, 2, 3)
GROUP BY 1, 2, 3;
--> statement-breakpoint
INSERT INTO report_counts (enterprise_id, agent_id, kind, grain, at, key, name, count)
WITH 
  said AS (
    SELECT t.enterprise_id, t.agent_id, t.conversation_id, t.at, t.intent_id, t.intent_name, t.kind, t.emotion, t.weak,
      c.sender_id, lag(t.at) OVER talk AS left_at,
      CASE WHEN lag(t.at) OVER talk IS NULL THEN '' ELSE coalesce(lag(t.intent_id) OVER talk, '-') END AS came_from,
      coalesce(max(t.at) OVER (PARTITION BY t.enterprise_id, t.agent_id, c.sender_id ORDER BY t.rowid
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS seen_at
    FROM turns t JOIN conversations c ON c.id = t.conversation_id 
    WINDOW talk AS (PARTITION BY t.conversation_id ORDER BY t.rowid)),
  talks AS (
    SELECT enterprise_id, agent_id, conversation_id, min(at) AS started, count(*) AS turns, count(intent_id) AS scoped
    FROM said GROUP BY 1, 2, 3),
  counted AS (
    SELECT enterprise_id, agent_id, 'intent' AS kind, at, intent_id AS key, intent_name AS name FROM said WHERE intent_id IS NOT NULL
    UNION ALL SELECT enterprise_id, agent_id, 'emotion', at, emotion, '' FROM said WHERE emotion IS NOT NULL
    UNION ALL SELECT enterprise_id, agent_id, 'outcome', at, kind, '' FROM said
    UNION ALL SELECT enterprise_id, agent_id, 'flow', coalesce(left_at, at), came_from || '>' || coalesce(intent_id, '-'), '' FROM said
    UNION ALL SELECT enterprise_id, agent_id, 'class', started,
      CASE scoped WHEN 0 THEN 'notUnderstood' WHEN turns THEN 'understood' ELSE 'partly' END, '' FROM talks),
  grains (grain) AS (VALUES (900000), (86400000))
SELECT enterprise_id, agent_id, kind, grain, at - at % grain, key, max(coalesce(name, '')), count(*)
FROM counted, grains GROUP BY 1, 2, 3, 4, 5, 6;
--> statement-breakpoint
INSERT INTO report_returns (enterprise_id, agent_id, at, before, count)
WITH 
  said AS (
    SELECT t.enterprise_id, t.agent_id, t.conversation_id, t.at, t.intent_id, t.intent_name, t.kind, t.emotion, t.weak,
      c.sender_id, lag(t.at) OVER talk AS left_at,
      CASE WHEN lag(t.at) OVER talk IS NULL THEN '' ELSE coalesce(lag(t.intent_id) OVER talk, '-') END AS came_from,
      coalesce(max(t.at) OVER (PARTITION BY t.enterprise_id, t.agent_id, c.sender_id ORDER BY t.rowid
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS seen_at
    FROM turns t JOIN conversations c ON c.id = t.conversation_id 
    WINDOW talk AS (PARTITION BY t.conversation_id ORDER BY t.rowid)),
  talks AS (
    SELECT enterprise_id, agent_id, conversation_id, min(at) AS started, count(*) AS turns, count(intent_id) AS scoped
    FROM said GROUP BY 1, 2, 3)
SELECT enterprise_id, agent_id, at, CASE WHEN at - last > 93600000 THEN 0 ELSE last END AS before, count(*)
FROM (SELECT enterprise_id, agent_id, at - at % 900000 AS at, seen_at - seen_at % 900000 AS last FROM said)
WHERE last < at GROUP BY 1, 2, 3, 4;
