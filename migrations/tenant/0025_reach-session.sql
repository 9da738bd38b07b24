ALTER TABLE `reach` ADD `session` text;--> statement-breakpoint
ALTER TABLE `reach` ADD `session_at` integer;