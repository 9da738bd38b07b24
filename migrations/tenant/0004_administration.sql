CREATE TABLE `auth_configs` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`auth_type` integer NOT NULL,
	`data` text NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`updated_by` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `auth_configs_name` ON `auth_configs` (`enterprise_id`,`name_key`);--> statement-breakpoint
CREATE TABLE `chat_hours` (
	`enterprise_id` text NOT NULL,
	`hour` integer NOT NULL,
	`department_id` text NOT NULL,
	`attended` integer DEFAULT 0 NOT NULL,
	`missed` integer DEFAULT 0 NOT NULL,
	`pickup_ms` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`enterprise_id`, `hour`, `department_id`)
);
--> statement-breakpoint
CREATE TABLE `department_users` (
	`enterprise_id` text NOT NULL,
	`department_id` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`department_id`, `user_id`),
	FOREIGN KEY (`department_id`) REFERENCES `departments`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `department_users_user` ON `department_users` (`enterprise_id`,`user_id`);--> statement-breakpoint
CREATE TABLE `departments` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`description` text NOT NULL,
	`manager_id` text,
	`revision` integer DEFAULT 1 NOT NULL,
	`updated_by` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `departments_name` ON `departments` (`enterprise_id`,`name_key`);--> statement-breakpoint
CREATE TABLE `drive_files` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`use` text NOT NULL,
	`name` text NOT NULL,
	`media_type` text NOT NULL,
	`bytes` integer NOT NULL,
	`width` integer,
	`height` integer,
	`key` text NOT NULL,
	`state` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `drive_files_newest` ON `drive_files` (`enterprise_id`,`id`);--> statement-breakpoint
CREATE INDEX `drive_files_uploading` ON `drive_files` (`state`,`created_at`);