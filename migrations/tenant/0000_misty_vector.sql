CREATE TABLE `agents` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`description` text NOT NULL,
	`config` text NOT NULL,
	`model_version_id` text,
	`content_changed_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `agents_name` ON `agents` (`enterprise_id`,`name_key`);--> statement-breakpoint
CREATE INDEX `agents_newest` ON `agents` (`enterprise_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `model_versions` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`agent_id` text NOT NULL,
	`version` integer NOT NULL,
	`file` text NOT NULL,
	`bytes` integer NOT NULL,
	`read_at` integer NOT NULL,
	`report` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`agent_id`) REFERENCES `agents`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `model_versions_number` ON `model_versions` (`enterprise_id`,`agent_id`,`version`);--> statement-breakpoint
CREATE TABLE `audit_trail` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`at` integer NOT NULL,
	`user_id` text NOT NULL,
	`action` text NOT NULL,
	`object_kind` text NOT NULL,
	`object_id` text NOT NULL,
	`object_name` text NOT NULL,
	`before` text,
	`after` text,
	`address` text NOT NULL,
	`request_id` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_trail_newest` ON `audit_trail` (`enterprise_id`,`at`);--> statement-breakpoint
CREATE INDEX `audit_trail_object` ON `audit_trail` (`enterprise_id`,`object_id`,`at`);--> statement-breakpoint
CREATE TABLE `conversations` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`agent_id` text NOT NULL,
	`channel` text NOT NULL,
	`sender_id` text NOT NULL,
	`started_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	`turns` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `conversations_agent` ON `conversations` (`enterprise_id`,`agent_id`,`started_at`);--> statement-breakpoint
CREATE TABLE `turns` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`agent_id` text NOT NULL,
	`conversation_id` text NOT NULL,
	`at` integer NOT NULL,
	`text` text NOT NULL,
	`intent_id` text,
	`intent_name` text,
	`confidence` real NOT NULL,
	`nearest_phrase` text,
	`answer` text NOT NULL,
	`others` text NOT NULL,
	`model_version_id` text NOT NULL,
	`channel` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `turns_agent` ON `turns` (`enterprise_id`,`agent_id`,`at`);--> statement-breakpoint
CREATE INDEX `turns_conversation` ON `turns` (`enterprise_id`,`conversation_id`,`at`);--> statement-breakpoint
CREATE TABLE `entities` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`agent_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`value_rows` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`agent_id`) REFERENCES `agents`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `entities_name` ON `entities` (`enterprise_id`,`agent_id`,`name_key`);--> statement-breakpoint
CREATE TABLE `intents` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`agent_id` text NOT NULL,
	`story_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`response` text,
	`parameters` text NOT NULL,
	`utterance_count` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`story_id`) REFERENCES `stories`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `intents_name` ON `intents` (`enterprise_id`,`story_id`,`name_key`);--> statement-breakpoint
CREATE INDEX `intents_agent` ON `intents` (`enterprise_id`,`agent_id`);--> statement-breakpoint
CREATE TABLE `utterances` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`agent_id` text NOT NULL,
	`intent_id` text NOT NULL,
	`position` integer NOT NULL,
	`text` text NOT NULL,
	`text_key` text NOT NULL,
	`refs` text NOT NULL,
	FOREIGN KEY (`intent_id`) REFERENCES `intents`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `utterances_text` ON `utterances` (`enterprise_id`,`intent_id`,`text_key`);--> statement-breakpoint
CREATE INDEX `utterances_intent` ON `utterances` (`intent_id`,`position`);--> statement-breakpoint
CREATE INDEX `utterances_agent` ON `utterances` (`enterprise_id`,`agent_id`);--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`payload` text NOT NULL,
	`state` text NOT NULL,
	`progress` real NOT NULL,
	`message` text NOT NULL,
	`attempts` integer NOT NULL,
	`lease` text,
	`lease_until` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_one_open` ON `jobs` (`enterprise_id`,`kind`,`subject`) WHERE state IN ('waiting', 'running');--> statement-breakpoint
CREATE INDEX `jobs_open` ON `jobs` (`lease_until`) WHERE state IN ('waiting', 'running');--> statement-breakpoint
CREATE INDEX `jobs_subject` ON `jobs` (`enterprise_id`,`subject`,`id`);--> statement-breakpoint
CREATE TABLE `stories` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`agent_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`agent_id`) REFERENCES `agents`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE UNIQUE INDEX `stories_name` ON `stories` (`enterprise_id`,`agent_id`,`name_key`);