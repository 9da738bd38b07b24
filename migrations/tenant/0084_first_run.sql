CREATE TABLE `first_runs` (
	`enterprise_id` text PRIMARY KEY NOT NULL,
	`kind` text,
	`agent_id` text,
	`channel_id` text,
	`said_at` integer,
	`import_file` text,
	`created_at` integer NOT NULL
);
