CREATE TABLE `wa_flow_answers` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`flow_id` text NOT NULL,
	`token` text NOT NULL,
	`message_id` text NOT NULL,
	`answers` text NOT NULL,
	`customer` integer,
	`identity_id` text,
	`run_id` text,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `wa_flow_answers_token` ON `wa_flow_answers` (`token`);--> statement-breakpoint
CREATE INDEX `wa_flow_answers_newest` ON `wa_flow_answers` (`enterprise_id`,`flow_id`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `wa_flow_answers_customer` ON `wa_flow_answers` (`enterprise_id`,`customer`);--> statement-breakpoint
CREATE INDEX `wa_flow_answers_identity` ON `wa_flow_answers` (`enterprise_id`,`identity_id`);--> statement-breakpoint
CREATE TABLE `wa_flow_keys` (
	`channel_id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`public_key` text NOT NULL,
	`state` text NOT NULL,
	`rotated_at` integer NOT NULL,
	`previous_until` integer
);
--> statement-breakpoint
CREATE TABLE `wa_flow_sessions` (
	`token` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`flow_id` text NOT NULL,
	`channel_id` text NOT NULL,
	`customer` integer,
	`identity_id` text,
	`message_id` text NOT NULL,
	`run_id` text,
	`key` text DEFAULT '' NOT NULL,
	`screen` text DEFAULT '' NOT NULL,
	`data` text NOT NULL,
	`until` integer NOT NULL,
	`created_at` integer NOT NULL,
	`opened_at` integer,
	`completed_at` integer
);
--> statement-breakpoint
CREATE INDEX `wa_flow_sessions_flow` ON `wa_flow_sessions` (`flow_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `wa_flow_sessions_customer` ON `wa_flow_sessions` (`enterprise_id`,`customer`);--> statement-breakpoint
CREATE INDEX `wa_flow_sessions_identity` ON `wa_flow_sessions` (`enterprise_id`,`identity_id`);--> statement-breakpoint
CREATE TABLE `wa_flows` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`channel_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`categories` text NOT NULL,
	`content` text NOT NULL,
	`rules` text NOT NULL,
	`json_version` text NOT NULL,
	`first_screen` text NOT NULL,
	`asks_endpoint` integer NOT NULL,
	`state` text NOT NULL,
	`vendor_id` text,
	`preview_url` text DEFAULT '' NOT NULL,
	`health` text DEFAULT '' NOT NULL,
	`meta_errors` text DEFAULT '[]' NOT NULL,
	`state_at` integer DEFAULT 0 NOT NULL,
	`busy_until` integer DEFAULT 0 NOT NULL,
	`sent` integer DEFAULT 0 NOT NULL,
	`opened` integer DEFAULT 0 NOT NULL,
	`completed` integer DEFAULT 0 NOT NULL,
	`deleted_at` integer,
	`revision` integer DEFAULT 1 NOT NULL,
	`updated_by` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `wa_flows_name` ON `wa_flows` (`enterprise_id`,`name_key`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `wa_flows_vendor` ON `wa_flows` (`vendor_id`) WHERE vendor_id IS NOT NULL;