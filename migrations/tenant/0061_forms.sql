CREATE TABLE `form_links` (
	`token` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`form_id` text NOT NULL,
	`kind` text NOT NULL,
	`customer` integer,
	`identity_id` text,
	`run_id` text,
	`key` text DEFAULT '' NOT NULL,
	`single_use` integer DEFAULT false NOT NULL,
	`until` integer,
	`used_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `form_links_public` ON `form_links` (`form_id`) WHERE kind = 'public';--> statement-breakpoint
CREATE INDEX `form_links_form` ON `form_links` (`form_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `form_links_customer` ON `form_links` (`enterprise_id`,`customer`);--> statement-breakpoint
CREATE INDEX `form_links_identity` ON `form_links` (`enterprise_id`,`identity_id`);--> statement-breakpoint
CREATE TABLE `form_submissions` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`form_id` text NOT NULL,
	`version` integer NOT NULL,
	`answer_id` text NOT NULL,
	`answers` text NOT NULL,
	`customer` integer,
	`identity_id` text,
	`run_id` text,
	`language` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `form_submissions_answer` ON `form_submissions` (`form_id`,`answer_id`);--> statement-breakpoint
CREATE INDEX `form_submissions_newest` ON `form_submissions` (`enterprise_id`,`form_id`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `form_submissions_customer` ON `form_submissions` (`enterprise_id`,`customer`);--> statement-breakpoint
CREATE INDEX `form_submissions_identity` ON `form_submissions` (`enterprise_id`,`identity_id`);--> statement-breakpoint
CREATE TABLE `form_versions` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`form_id` text NOT NULL,
	`number` integer NOT NULL,
	`content` text NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`published_by` text NOT NULL,
	`published_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `form_versions_number` ON `form_versions` (`form_id`,`number`);--> statement-breakpoint
CREATE TABLE `forms` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`content` text NOT NULL,
	`version` integer,
	`changed` integer DEFAULT true NOT NULL,
	`deleted_at` integer,
	`revision` integer DEFAULT 1 NOT NULL,
	`updated_by` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `forms_name` ON `forms` (`enterprise_id`,`name_key`) WHERE deleted_at IS NULL;