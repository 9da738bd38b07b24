ALTER TABLE `chats` ADD `rating` integer;--> statement-breakpoint
ALTER TABLE `chats` ADD `rate_until` integer;