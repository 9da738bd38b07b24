ALTER TABLE `form_links` ADD `opened` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `form_links` ADD `started` integer DEFAULT 0 NOT NULL;