CREATE TABLE `data_checks` (
	`enterprise_id` text NOT NULL,
	`kind` text NOT NULL,
	`begun_at` integer NOT NULL,
	`ended_at` integer,
	`cursor` text NOT NULL,
	`looked` integer NOT NULL,
	`wrong` integer NOT NULL,
	`example` text,
	`failure` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`enterprise_id`, `kind`)
);
