CREATE TABLE `chat_rules` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`rules` text NOT NULL,
	`pick_up_ms` integer,
	`revision` integer DEFAULT 1 NOT NULL,
	`updated_by` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `chats_missed` ON `chats` (`enterprise_id`,`channel_id`,`identity_id`) WHERE state = 4;