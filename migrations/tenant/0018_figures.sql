ALTER TABLE `messages` ADD `claimed_at` integer;--> statement-breakpoint
CREATE INDEX `messages_unknown` ON `messages` (`channel_id`,`at`) WHERE status = 'unknown';