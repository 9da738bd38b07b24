CREATE TABLE `errands` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`what` text NOT NULL,
	`tried_at` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `errands_waiting` ON `errands` (`tried_at`);--> statement-breakpoint
ALTER TABLE `enterprises` ADD `drive_quota` integer;--> statement-breakpoint
ALTER TABLE `login_sessions` ADD `told_at` integer;--> statement-breakpoint
CREATE INDEX `login_sessions_ended` ON `login_sessions` (`ended_at`) WHERE told_at IS NULL AND ended_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `login_sessions_expired` ON `login_sessions` (`expires_at`) WHERE told_at IS NULL;--> statement-breakpoint
ALTER TABLE `invitations` ADD `name` text;--> statement-breakpoint
ALTER TABLE `invitations` ADD `password_hash` text;--> statement-breakpoint
UPDATE `login_sessions` SET `told_at` = 0 WHERE `ended_at` IS NOT NULL OR `expires_at` < unixepoch() * 1000;
