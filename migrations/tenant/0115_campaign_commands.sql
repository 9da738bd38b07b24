ALTER TABLE `campaigns` ADD `command_id` text;--> statement-breakpoint
CREATE UNIQUE INDEX `campaigns_command` ON `campaigns` (`enterprise_id`,`command_id`) WHERE command_id IS NOT NULL;