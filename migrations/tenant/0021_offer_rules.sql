CREATE TABLE `offer_rules` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`quiet_from` integer,
	`quiet_until` integer,
	`timezone` text NOT NULL,
	`most` integer,
	`days` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`updated_by` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `messages_offers` ON `messages` (`enterprise_id`,`identity_id`,`claimed_at`) WHERE send_class = 4;