CREATE TABLE `automation_drafts` (
	`automation_id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`graph` text NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`updated_by` text DEFAULT '' NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `automation_versions` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`automation_id` text NOT NULL,
	`number` integer NOT NULL,
	`graph` text NOT NULL,
	`checksum` text NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`published_by` text NOT NULL,
	`published_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `automation_versions_number` ON `automation_versions` (`automation_id`,`number`);--> statement-breakpoint
CREATE TABLE `automations` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`folder` text DEFAULT '' NOT NULL,
	`version` integer,
	`changed` integer DEFAULT true NOT NULL,
	`archived_at` integer,
	`deleted_at` integer,
	`revision` integer DEFAULT 1 NOT NULL,
	`updated_by` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `automations_newest` ON `automations` (`enterprise_id`,`kind`,`updated_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `automations_name` ON `automations` (`enterprise_id`,`kind`,`name_key`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE TABLE `automation_instances` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`automation_id` text NOT NULL,
	`version_id` text NOT NULL,
	`channel_id` text NOT NULL,
	`name` text NOT NULL,
	`state` integer NOT NULL,
	`end_reason` text DEFAULT '' NOT NULL,
	`started_at` integer,
	`ended_at` integer,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `automation_instances_automation` ON `automation_instances` (`enterprise_id`,`automation_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `automation_instances_channel` ON `automation_instances` (`channel_id`,`state`);--> statement-breakpoint
CREATE TABLE `automation_triggers` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`channel_id` text NOT NULL,
	`kind` text NOT NULL,
	`key` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `automation_triggers_key` ON `automation_triggers` (`channel_id`,`kind`,`key`);--> statement-breakpoint
CREATE INDEX `automation_triggers_instance` ON `automation_triggers` (`instance_id`);--> statement-breakpoint
CREATE TABLE `milestone_hits` (
	`enterprise_id` text NOT NULL,
	`run_id` text NOT NULL,
	`milestone_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`at` integer NOT NULL,
	`value` real,
	PRIMARY KEY(`run_id`, `milestone_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `milestone_hits_of` ON `milestone_hits` (`instance_id`,`milestone_id`,`at`);--> statement-breakpoint
CREATE TABLE `node_daily` (
	`enterprise_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`version_id` text NOT NULL,
	`day` text NOT NULL,
	`node` text NOT NULL,
	`port` text NOT NULL,
	`entered` integer NOT NULL,
	`left` integer NOT NULL,
	`errors` integer NOT NULL,
	`timed_out` integer NOT NULL,
	PRIMARY KEY(`instance_id`, `version_id`, `day`, `node`, `port`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `run_calls` (
	`key` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`run_id` text NOT NULL,
	`seq` integer NOT NULL,
	`kind` text NOT NULL,
	`effect` text NOT NULL,
	`due_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `run_calls_due` ON `run_calls` (`due_at`);--> statement-breakpoint
CREATE INDEX `run_calls_run` ON `run_calls` (`run_id`);--> statement-breakpoint
CREATE TABLE `run_inbox` (
	`n` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`enterprise_id` text NOT NULL,
	`event_id` text NOT NULL,
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`identity_id` text,
	`run_id` text,
	`seq` integer,
	`data` text NOT NULL,
	`at` integer NOT NULL,
	`until` integer NOT NULL,
	`done_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `run_inbox_event` ON `run_inbox` (`enterprise_id`,`event_id`);--> statement-breakpoint
CREATE INDEX `run_inbox_waiting` ON `run_inbox` (`n`) WHERE done_at IS NULL;--> statement-breakpoint
CREATE INDEX `run_inbox_done` ON `run_inbox` (`done_at`) WHERE done_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `run_steps` (
	`enterprise_id` text NOT NULL,
	`run_id` text NOT NULL,
	`seq` integer NOT NULL,
	`node` text NOT NULL,
	`port` text,
	`outcome` text NOT NULL,
	`input` text NOT NULL,
	`output` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`run_id`, `seq`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `run_waits` (
	`enterprise_id` text NOT NULL,
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`run_id` text NOT NULL,
	PRIMARY KEY(`enterprise_id`, `kind`, `key`, `run_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `run_waits_run` ON `run_waits` (`run_id`);--> statement-breakpoint
CREATE TABLE `runs` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`version_id` text NOT NULL,
	`channel_id` text NOT NULL,
	`identity_id` text NOT NULL,
	`entry_key` text NOT NULL,
	`state` text NOT NULL,
	`node_id` text,
	`seq` integer NOT NULL,
	`wake_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`parent_key` text DEFAULT '' NOT NULL,
	`data` text NOT NULL,
	`started_at` integer NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `runs_entry` ON `runs` (`instance_id`,`entry_key`);--> statement-breakpoint
CREATE INDEX `runs_due` ON `runs` (`wake_at`) WHERE wake_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `runs_of` ON `runs` (`instance_id`,`state`,`id`);--> statement-breakpoint
CREATE INDEX `runs_person` ON `runs` (`enterprise_id`,`identity_id`);--> statement-breakpoint
ALTER TABLE `floors` ADD `run_id` text;