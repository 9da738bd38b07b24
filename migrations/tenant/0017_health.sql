CREATE TABLE `channel_health` (
	`enterprise_id` text NOT NULL,
	`channel_id` text NOT NULL,
	`fact` text NOT NULL,
	`value` text NOT NULL,
	`until` integer,
	`at` integer NOT NULL,
	PRIMARY KEY(`enterprise_id`, `channel_id`, `fact`),
	FOREIGN KEY (`channel_id`) REFERENCES `channels`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `channels` ADD `calls_minute` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `channels` ADD `calls_now` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `channels` ADD `calls_before` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `messages_templates` ON `messages` (`channel_id`,`at`) WHERE kind = 'template' AND direction = 'out';