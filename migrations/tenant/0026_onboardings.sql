CREATE TABLE `onboardings` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`name` text NOT NULL,
	`department_id` text,
	`step` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`state` text DEFAULT '' NOT NULL,
	`client` text DEFAULT '' NOT NULL,
	`waba_id` text DEFAULT '' NOT NULL,
	`number_id` text DEFAULT '' NOT NULL,
	`number` text DEFAULT '' NOT NULL,
	`verified_name` text DEFAULT '' NOT NULL,
	`code_sent_at` integer,
	`code_tries` integer DEFAULT 0 NOT NULL,
	`partner_channel` text DEFAULT '' NOT NULL,
	`callback_token` text NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`updated_by` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `onboardings_updated` ON `onboardings` (`enterprise_id`,`updated_at`,`id`);