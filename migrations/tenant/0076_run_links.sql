CREATE TABLE `run_links` (
	`token` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`identity_id` text NOT NULL,
	`key` text NOT NULL,
	`url` text NOT NULL,
	`clicked_at` integer,
	`created_at` integer NOT NULL,
	`until` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `run_links_key` ON `run_links` (`enterprise_id`,`key`);--> statement-breakpoint
CREATE INDEX `run_links_identity` ON `run_links` (`enterprise_id`,`identity_id`);--> statement-breakpoint
CREATE INDEX `run_links_until` ON `run_links` (`enterprise_id`,`until`);--> statement-breakpoint
ALTER TABLE `run_calls` ADD `attempts` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `wa_flow_sessions_run` ON `wa_flow_sessions` (`run_id`) WHERE run_id IS NOT NULL;