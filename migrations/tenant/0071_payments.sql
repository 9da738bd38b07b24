CREATE TABLE `payment_accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`gateway` text NOT NULL,
	`key_id` text NOT NULL,
	`hints` text NOT NULL,
	`both_until` integer DEFAULT 0 NOT NULL,
	`last_event_at` integer,
	`revision` integer DEFAULT 1 NOT NULL,
	`updated_by` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_accounts_enterprise` ON `payment_accounts` (`enterprise_id`);--> statement-breakpoint
CREATE TABLE `payment_links` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`account_id` text NOT NULL,
	`asked_as` text NOT NULL,
	`key` text DEFAULT '' NOT NULL,
	`run_id` text,
	`instance_id` text,
	`customer` integer,
	`identity_id` text,
	`amount` integer NOT NULL,
	`currency` text NOT NULL,
	`description` text NOT NULL,
	`until` integer NOT NULL,
	`state` text NOT NULL,
	`vendor_id` text,
	`url` text DEFAULT '' NOT NULL,
	`paid` integer DEFAULT 0 NOT NULL,
	`payment_id` text DEFAULT '' NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`problem` text DEFAULT '' NOT NULL,
	`event_ids` text DEFAULT '[]' NOT NULL,
	`is_unwanted` integer DEFAULT false NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`due_at` integer,
	`ended_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_links_asked` ON `payment_links` (`enterprise_id`,`asked_as`);--> statement-breakpoint
CREATE INDEX `payment_links_newest` ON `payment_links` (`enterprise_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `payment_links_state` ON `payment_links` (`enterprise_id`,`state`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `payment_links_customer` ON `payment_links` (`enterprise_id`,`customer`);--> statement-breakpoint
CREATE INDEX `payment_links_identity` ON `payment_links` (`enterprise_id`,`identity_id`);--> statement-breakpoint
CREATE INDEX `payment_links_key` ON `payment_links` (`key`) WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX `payment_links_due` ON `payment_links` (`due_at`) WHERE due_at IS NOT NULL;