CREATE TABLE `import_pages` (
	`import_id` text NOT NULL,
	`enterprise_id` text NOT NULL,
	`cursor` integer NOT NULL,
	`line` integer NOT NULL,
	`bytes` integer NOT NULL,
	`groups` text NOT NULL,
	PRIMARY KEY(`import_id`, `cursor`),
	FOREIGN KEY (`import_id`) REFERENCES `customer_imports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `offer_rules` ADD `pauses` text DEFAULT '[]' NOT NULL;