CREATE TABLE `chat_pins` (
	`enterprise_id` text NOT NULL,
	`chat_id` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`enterprise_id`, `chat_id`, `user_id`)
);
--> statement-breakpoint
ALTER TABLE `chats` ADD `people` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `chats` ADD `missed_reason` integer;