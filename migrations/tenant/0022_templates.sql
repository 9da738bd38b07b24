CREATE TABLE `template_history` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`template_id` text NOT NULL,
	`at` integer NOT NULL,
	`status` text NOT NULL,
	`category` text NOT NULL,
	`quality` text DEFAULT '' NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`by` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`template_id`) REFERENCES `templates`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `template_history_template` ON `template_history` (`template_id`,`at`);--> statement-breakpoint
CREATE TABLE `templates` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`channel_id` text NOT NULL,
	`name` text NOT NULL,
	`language` text NOT NULL,
	`category` text NOT NULL,
	`components` text NOT NULL,
	`status` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`quality` text DEFAULT '' NOT NULL,
	`vendor_id` text,
	`status_at` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`updated_by` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`channel_id`) REFERENCES `channels`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `templates_name` ON `templates` (`enterprise_id`,`channel_id`,`name`,`language`);--> statement-breakpoint
CREATE INDEX `templates_updated` ON `templates` (`enterprise_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `templates_vendor` ON `templates` (`channel_id`,`vendor_id`);