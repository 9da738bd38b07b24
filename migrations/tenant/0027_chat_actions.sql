CREATE TABLE `chat_actions` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`chat_id` text NOT NULL,
	`seq` integer NOT NULL,
	`type` integer NOT NULL,
	`by_id` text NOT NULL,
	`by_name` text NOT NULL,
	`to` text DEFAULT '' NOT NULL,
	`text` text DEFAULT '' NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `chat_actions_place` ON `chat_actions` (`enterprise_id`,`chat_id`,`seq`);--> statement-breakpoint
ALTER TABLE `chats` ADD `handler_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `chats` ADD `picked_at` integer;--> statement-breakpoint
ALTER TABLE `chats` ADD `closed_at` integer;--> statement-breakpoint
CREATE INDEX `chats_handler` ON `chats` (`enterprise_id`,`handler`,`last_at`) WHERE handler IS NOT NULL AND state NOT IN (3, 4);