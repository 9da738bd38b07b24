CREATE TABLE `places` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`kind` text NOT NULL,
	`until` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `places_taken` ON `places` (`enterprise_id`,`kind`,`until`);--> statement-breakpoint
CREATE TABLE `report_days` (
	`enterprise_id` text NOT NULL,
	`agent_id` text NOT NULL,
	`kind` text NOT NULL,
	`at` integer NOT NULL,
	`key` text NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`count` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`enterprise_id`, `agent_id`, `kind`, `at`, `key`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `report_sums` (
	`enterprise_id` text NOT NULL,
	`agent_id` text NOT NULL,
	`grain` integer NOT NULL,
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
	`coming` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`enterprise_id`, `agent_id`, `grain`, `at`)
) WITHOUT ROWID;
--> statement-breakpoint
-- From what was counted so far and not from the turns, which may be millions. A return is who was not "coming" between
-- his message before (24 hours before this one at the earliest) and this one.
INSERT INTO report_sums (enterprise_id, agent_id, grain, at, turns, scoped, weak, positive, negative, ambiguous, neutral, conversations, messages, longest, coming)
WITH counted AS (
    SELECT enterprise_id, agent_id, at, turns, scoped, weak, positive, negative, ambiguous, neutral, conversations, messages, longest, 0 AS coming FROM report_quarters
    UNION ALL SELECT enterprise_id, agent_id, at, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -count FROM report_returns
    UNION ALL SELECT enterprise_id, agent_id, max(before, at - 86400000), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, count FROM report_returns),
  grains (grain) AS (VALUES (900000), (86400000))
SELECT enterprise_id, agent_id, grain, at - at % grain, sum(turns), sum(scoped), sum(weak), sum(positive), sum(negative), sum(ambiguous), sum(neutral), sum(conversations), sum(messages), max(longest), sum(coming)
FROM counted, grains GROUP BY 1, 2, 3, 4;
--> statement-breakpoint
INSERT INTO report_days (enterprise_id, agent_id, kind, at, key, name, count)
SELECT enterprise_id, agent_id, kind, at, key, name, count FROM report_counts WHERE grain = 86400000 AND count <> 0;
--> statement-breakpoint
-- The tables themselves stay for the release before, which writes them until the next is there.
DELETE FROM report_quarters;
--> statement-breakpoint
DELETE FROM report_counts;
--> statement-breakpoint
DELETE FROM report_returns;
