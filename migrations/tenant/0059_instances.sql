ALTER TABLE `automation_instances` ADD `launch` text DEFAULT '{"keywords":[]}' NOT NULL;--> statement-breakpoint
ALTER TABLE `automation_instances` ADD `start_at` integer;--> statement-breakpoint
ALTER TABLE `automation_instances` ADD `started_by` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `automation_instances` ADD `updated_by` text DEFAULT '' NOT NULL;