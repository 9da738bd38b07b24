CREATE TABLE `automation_cases` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`automation_id` text NOT NULL,
	`name` text NOT NULL,
	`content` text NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`updated_by` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `automation_cases_of` ON `automation_cases` (`automation_id`,`created_at`,`id`);--> statement-breakpoint
ALTER TABLE `automation_versions` ADD `checks` text;