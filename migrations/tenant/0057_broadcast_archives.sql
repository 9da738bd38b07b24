CREATE TABLE `broadcast_archives` (
	`n` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`enterprise_id` text NOT NULL,
	`broadcast_id` text NOT NULL,
	`first` integer NOT NULL,
	`last` integer NOT NULL,
	`count` integer NOT NULL,
	`key` text NOT NULL,
	`checksum` text,
	`tally` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `broadcast_archives_place` ON `broadcast_archives` (`broadcast_id`,`first`);--> statement-breakpoint
ALTER TABLE `identities` ADD `archives` text;--> statement-breakpoint
ALTER TABLE `broadcasts` ADD `retried_to` integer;--> statement-breakpoint
ALTER TABLE `broadcasts` ADD `archive_begun_at` integer;--> statement-breakpoint
ALTER TABLE `broadcasts` ADD `archived_at` integer;--> statement-breakpoint
CREATE INDEX `broadcasts_kept` ON `broadcasts` (`ended_at`) WHERE ended_at IS NOT NULL AND archived_at IS NULL;