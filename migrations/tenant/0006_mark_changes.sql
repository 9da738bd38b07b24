CREATE TABLE `mark_changes` (
	`enterprise_id` text NOT NULL,
	`work` text NOT NULL,
	`customer` integer NOT NULL,
	`mark_id` text NOT NULL,
	`taken` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`work`, `customer`, `mark_id`)
);
--> statement-breakpoint
CREATE INDEX `mark_changes_oldest` ON `mark_changes` (`at`);