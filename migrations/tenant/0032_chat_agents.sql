CREATE TABLE `chat_agents` (
	`enterprise_id` text NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`at_hand` integer NOT NULL,
	`offered_at` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`enterprise_id`, `user_id`)
);
