CREATE TABLE `channels` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`type` integer NOT NULL,
	`vendor` integer NOT NULL,
	`contact_id` text DEFAULT '' NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`department_id` text,
	`agent_id` text,
	`settings` text NOT NULL,
	`rate` integer NOT NULL,
	`state` text DEFAULT 'active' NOT NULL,
	`webhook_token` text NOT NULL,
	`first_event_at` integer,
	`last_event_at` integer,
	`last_success_at` integer,
	`last_error` text,
	`last_error_at` integer,
	`revision` integer DEFAULT 1 NOT NULL,
	`updated_by` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`department_id`) REFERENCES `departments`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`agent_id`) REFERENCES `agents`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `channels_contact` ON `channels` (`enterprise_id`,`type`,`vendor`,`contact_id`) WHERE contact_id <> '';--> statement-breakpoint
CREATE INDEX `channels_name` ON `channels` (`enterprise_id`,`name_key`,`id`);--> statement-breakpoint
CREATE INDEX `channels_department` ON `channels` (`department_id`);--> statement-breakpoint
CREATE INDEX `channels_agent` ON `channels` (`agent_id`);