CREATE TABLE `chat_labels` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`department_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`position` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `chat_labels_name` ON `chat_labels` (`enterprise_id`,`department_id`,`name_key`);--> statement-breakpoint
CREATE INDEX `chat_labels_order` ON `chat_labels` (`enterprise_id`,`department_id`,`position`);--> statement-breakpoint
ALTER TABLE `chats` ADD `labels` text DEFAULT '[]' NOT NULL;