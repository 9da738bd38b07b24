ALTER TABLE `automations` ADD `source_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `forms` ADD `source_id` text DEFAULT '' NOT NULL;