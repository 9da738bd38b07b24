CREATE TABLE `hook_cursor` (
	`id` integer PRIMARY KEY NOT NULL,
	`seq` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `hook_deliveries` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`enterprise_id` text NOT NULL,
	`hook_id` text NOT NULL,
	`cause` text NOT NULL,
	`type` text NOT NULL,
	`chat_id` text NOT NULL,
	`body` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` integer NOT NULL,
	`lease_until` integer DEFAULT 0 NOT NULL,
	`tried_at` integer,
	`status` integer,
	`answer` text DEFAULT '' NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `hook_deliveries_id` ON `hook_deliveries` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `hook_deliveries_cause` ON `hook_deliveries` (`hook_id`,`cause`);--> statement-breakpoint
CREATE INDEX `hook_deliveries_waiting` ON `hook_deliveries` (`hook_id`,`seq`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `hook_deliveries_log` ON `hook_deliveries` (`hook_id`,`state`,`seq`);--> statement-breakpoint
CREATE INDEX `hook_deliveries_chat` ON `hook_deliveries` (`chat_id`);--> statement-breakpoint
CREATE INDEX `hook_deliveries_at` ON `hook_deliveries` (`at`);--> statement-breakpoint
CREATE TABLE `hooks` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`url` text NOT NULL,
	`description` text NOT NULL,
	`events` text NOT NULL,
	`is_on` integer NOT NULL,
	`since` integer NOT NULL,
	`both_until` integer DEFAULT 0 NOT NULL,
	`failing_since` integer,
	`off_reason` text,
	`off_at` integer,
	`told_at` integer,
	`owner_id` text NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`updated_by` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `hooks_enterprise` ON `hooks` (`enterprise_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `hooks_on` ON `hooks` (`enterprise_id`) WHERE is_on = 1;--> statement-breakpoint
CREATE INDEX `hooks_untold` ON `hooks` (`off_at`) WHERE off_reason IS NOT NULL AND told_at IS NULL;