CREATE TABLE `activities` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`campaign_id` text NOT NULL,
	`name` text NOT NULL,
	`channel_id` text NOT NULL,
	`channel_type` integer NOT NULL,
	`template_id` text NOT NULL,
	`request` text NOT NULL,
	`template` text,
	`plan` text NOT NULL,
	`runs` text DEFAULT '[]' NOT NULL,
	`state` integer NOT NULL,
	`approval` text NOT NULL,
	`makers` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`completed` integer DEFAULT false NOT NULL,
	`paused_with_campaign` integer DEFAULT false NOT NULL,
	`by_id` text NOT NULL,
	`by_name` text NOT NULL,
	`submitted_by` text,
	`submitted_at` integer,
	`decided_by` text,
	`decided_at` integer,
	`command_id` text,
	`revision` integer DEFAULT 1 NOT NULL,
	`updated_by` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `activities_newest` ON `activities` (`enterprise_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `activities_campaign` ON `activities` (`campaign_id`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `activities_command` ON `activities` (`enterprise_id`,`command_id`) WHERE command_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `activity_decisions` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`activity_id` text NOT NULL,
	`action` text NOT NULL,
	`by_id` text NOT NULL,
	`by_name` text NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `activity_decisions_activity` ON `activity_decisions` (`activity_id`,`at`);--> statement-breakpoint
CREATE TABLE `campaigns` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`state` integer NOT NULL,
	`start_at` integer,
	`end_at` integer,
	`by_id` text NOT NULL,
	`by_name` text NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`updated_by` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `campaigns_newest` ON `campaigns` (`enterprise_id`,`created_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `campaigns_name` ON `campaigns` (`enterprise_id`,`name_key`) WHERE state <> 5;--> statement-breakpoint
ALTER TABLE `broadcasts` ADD `activity_id` text;--> statement-breakpoint
ALTER TABLE `broadcasts` ADD `run` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `broadcasts_activity` ON `broadcasts` (`activity_id`,`run`) WHERE activity_id IS NOT NULL;--> statement-breakpoint
CREATE TRIGGER `broadcasts_of_activities` AFTER UPDATE OF `state` ON `broadcasts`
WHEN new.activity_id IS NOT NULL AND new.state IS NOT old.state BEGIN
	UPDATE activities SET state = 2, reason = '', revision = revision + 1, updated_at = new.updated_at
		WHERE id = new.activity_id AND new.state = 'processing' AND state = 3;
	UPDATE activities SET state = 3, reason = new.reason, revision = revision + 1, updated_at = new.updated_at
		WHERE id = new.activity_id AND new.state = 'paused' AND state IN (1, 2);
	UPDATE activities SET state = 4, reason = new.reason, completed = new.state = 'completed', paused_with_campaign = 0, revision = revision + 1, updated_at = new.updated_at
		WHERE id = new.activity_id AND new.state IN ('completed', 'stopped', 'failed') AND state IN (1, 2, 3)
			AND json_array_length(runs) <= (SELECT max(b.run) FROM broadcasts b WHERE b.activity_id = new.activity_id)
			AND NOT EXISTS (SELECT 1 FROM broadcasts b WHERE b.activity_id = new.activity_id AND b.state IN ('scheduled', 'processing', 'paused'));
END;
