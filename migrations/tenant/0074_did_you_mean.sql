ALTER TABLE `turns` ADD `meant_id` text;--> statement-breakpoint
ALTER TABLE `report_sums` ADD `offered` integer DEFAULT 0 NOT NULL;