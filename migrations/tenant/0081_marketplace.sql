CREATE TABLE `marketplace_installs` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`source` text NOT NULL,
	`version` integer NOT NULL,
	`key` text NOT NULL,
	`things` text NOT NULL,
	`installed_by` text NOT NULL,
	`installed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `marketplace_installs_key` ON `marketplace_installs` (`enterprise_id`,`key`);--> statement-breakpoint
CREATE INDEX `marketplace_installs_source` ON `marketplace_installs` (`enterprise_id`,`source`,`installed_at`);--> statement-breakpoint
CREATE TABLE `marketplace_shelf` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`note` text NOT NULL,
	`content` text NOT NULL,
	`counts` text NOT NULL,
	`shared_by` text NOT NULL,
	`shared_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `marketplace_shelf_newest` ON `marketplace_shelf` (`enterprise_id`,`shared_at`,`id`);