CREATE TABLE `live_events` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`enterprise_id` text NOT NULL,
	`before` integer NOT NULL,
	`to` text NOT NULL,
	`body` text NOT NULL,
	`cause` text,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `live_events_enterprise` ON `live_events` (`enterprise_id`,`seq`);--> statement-breakpoint
CREATE UNIQUE INDEX `live_events_cause` ON `live_events` (`enterprise_id`,`cause`) WHERE cause IS NOT NULL;--> statement-breakpoint
CREATE INDEX `live_events_at` ON `live_events` (`at`);