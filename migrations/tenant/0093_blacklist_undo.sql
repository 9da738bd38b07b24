CREATE TABLE `blacklist_removed` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`address` text,
	`channel_type` integer NOT NULL,
	`hash` text NOT NULL,
	`reason` text NOT NULL,
	`source` text NOT NULL,
	`by` text NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`updated_by` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`work` text NOT NULL,
	`removed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `blacklist_removed_work` ON `blacklist_removed` (`enterprise_id`,`work`,`id`);--> statement-breakpoint
CREATE INDEX `blacklist_removed_readable` ON `blacklist_removed` (`enterprise_id`,`address`);--> statement-breakpoint
CREATE INDEX `blacklist_removed_at` ON `blacklist_removed` (`removed_at`);