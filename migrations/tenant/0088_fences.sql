CREATE TABLE `fences` (
	`enterprise_id` text PRIMARY KEY NOT NULL,
	`side` text NOT NULL,
	`at` integer NOT NULL
);
