CREATE TABLE `push_subscriptions` (
	`enterprise_id` text NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`session_id` text NOT NULL,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`user_agent` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_ok_at` integer NOT NULL,
	PRIMARY KEY(`enterprise_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `push_subscriptions_user` ON `push_subscriptions` (`enterprise_id`,`user_id`);