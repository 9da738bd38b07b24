CREATE TABLE `run_moved` (
	`enterprise_id` text NOT NULL,
	`move_id` text NOT NULL,
	`run_id` text NOT NULL,
	`version_id` text NOT NULL,
	`seq` integer NOT NULL,
	`wake_at` integer,
	`attempts` integer NOT NULL,
	`is_held` integer NOT NULL,
	PRIMARY KEY(`move_id`, `run_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `run_moves` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`from_version_id` text NOT NULL,
	`to_version_id` text NOT NULL,
	`what` text NOT NULL,
	`nodes` text NOT NULL,
	`state` text NOT NULL,
	`cursor` text DEFAULT '' NOT NULL,
	`moved` integer DEFAULT 0 NOT NULL,
	`held` integer DEFAULT 0 NOT NULL,
	`restored` integer DEFAULT 0 NOT NULL,
	`kept` integer DEFAULT 0 NOT NULL,
	`undo_until` integer NOT NULL,
	`by` text NOT NULL,
	`job_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `run_moves_instance` ON `run_moves` (`instance_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `floors` ADD `effect` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `floors` ADD `intents` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `floors` ADD `outcome` text;--> statement-breakpoint
CREATE TRIGGER `floors_told_runs` AFTER DELETE ON `floors` WHEN old.effect <> '' BEGIN
	INSERT INTO run_inbox (enterprise_id, event_id, kind, key, run_id, data, at, until)
	SELECT w.enterprise_id, 'bot:' || w.key, 'bot', w.key, w.run_id,
		coalesce(old.outcome, json_object('what', CASE WHEN old.until <= unixepoch('subsec') * 1000 THEN 'gaveUp' ELSE 'handedOver' END)),
		CAST(unixepoch('subsec') * 1000 AS INTEGER), CAST(unixepoch('subsec') * 1000 AS INTEGER) + 34560000000
	FROM run_waits w WHERE w.enterprise_id = old.enterprise_id AND w.kind = 'bot' AND w.key = old.effect AND w.run_id = old.run_id ON CONFLICT DO NOTHING;
END;
