CREATE TABLE `enterprise_moves` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`from_database` text NOT NULL,
	`to_database` text NOT NULL,
	`step` text NOT NULL,
	`notes` text NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`keep_ms` integer NOT NULL,
	`cancelled_at` integer,
	`failure` text DEFAULT '' NOT NULL,
	`switched_at` integer,
	`ended_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `enterprise_moves_open` ON `enterprise_moves` (`enterprise_id`) WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX `enterprise_moves_from` ON `enterprise_moves` (`from_database`,`switched_at`);--> statement-breakpoint
ALTER TABLE `enterprises` ADD `still_since` integer;--> statement-breakpoint
ALTER TABLE `enterprises` ADD `region` text DEFAULT '' NOT NULL;