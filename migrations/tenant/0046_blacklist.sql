CREATE TABLE `blacklist` (
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
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `blacklist_address` ON `blacklist` (`enterprise_id`,`channel_type`,`hash`);--> statement-breakpoint
CREATE INDEX `blacklist_readable` ON `blacklist` (`enterprise_id`,`address`);--> statement-breakpoint
CREATE INDEX `blacklist_newest` ON `blacklist` (`enterprise_id`,`id`);--> statement-breakpoint
CREATE TABLE `blacklist_rejects` (
	`file_id` text NOT NULL,
	`enterprise_id` text NOT NULL,
	`line` integer NOT NULL,
	`row` text NOT NULL,
	`error` text NOT NULL,
	PRIMARY KEY(`file_id`, `line`),
	FOREIGN KEY (`file_id`) REFERENCES `import_files`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `__new_suppressions` (
	`enterprise_id` text NOT NULL,
	`channel_type` integer NOT NULL,
	`hash` text NOT NULL,
	`why` text NOT NULL,
	`source` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
INSERT INTO `__new_suppressions`("enterprise_id", "channel_type", "hash", "why", "source", "at") SELECT "enterprise_id", "channel_type", "hash", "why", "source", "at" FROM `suppressions`;--> statement-breakpoint
DROP TABLE `suppressions`;--> statement-breakpoint
ALTER TABLE `__new_suppressions` RENAME TO `suppressions`;--> statement-breakpoint
CREATE UNIQUE INDEX `suppressions_address` ON `suppressions` (`enterprise_id`,`channel_type`,`hash`,(why = 'blocked'));
