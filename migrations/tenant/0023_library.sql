CREATE TABLE `artifacts` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`owner_id` text NOT NULL,
	`type` integer NOT NULL,
	`department_id` text DEFAULT '' NOT NULL,
	`bucket_id` text DEFAULT '' NOT NULL,
	`data` text NOT NULL,
	`file_id` text,
	`words` text NOT NULL,
	`created_by` text NOT NULL,
	`admin_created` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`updated_by` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `artifacts_owner` ON `artifacts` (`enterprise_id`,`owner_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `artifacts_bucket` ON `artifacts` (`enterprise_id`,`bucket_id`);--> statement-breakpoint
CREATE INDEX `artifacts_file` ON `artifacts` (`file_id`);--> statement-breakpoint
CREATE TABLE `buckets` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`owner_id` text NOT NULL,
	`parent_id` text DEFAULT '' NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`created_by` text NOT NULL,
	`admin_created` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`updated_by` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `buckets_name` ON `buckets` (`enterprise_id`,`owner_id`,`parent_id`,`name_key`);--> statement-breakpoint
CREATE INDEX `buckets_parent` ON `buckets` (`enterprise_id`,`parent_id`);