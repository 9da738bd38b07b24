CREATE TABLE `dashboards` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`maker_id` text NOT NULL,
	`maker_name` text NOT NULL,
	`is_left` integer DEFAULT false NOT NULL,
	`sharing` text NOT NULL,
	`roles` text NOT NULL,
	`content` text NOT NULL,
	`schedule` text,
	`due_at` integer,
	`revision` integer DEFAULT 1 NOT NULL,
	`updated_by` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `dashboards_name` ON `dashboards` (`enterprise_id`,`maker_id`,`name_key`);--> statement-breakpoint
CREATE INDEX `dashboards_due` ON `dashboards` (`due_at`);