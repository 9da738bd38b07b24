CREATE TABLE `customer_distinct` (
	`enterprise_id` text NOT NULL,
	`customer` integer NOT NULL,
	`other` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`customer`, `other`),
	FOREIGN KEY (`customer`) REFERENCES `customers`(`number`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`other`) REFERENCES `customers`(`number`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `customer_distinct_other` ON `customer_distinct` (`other`);