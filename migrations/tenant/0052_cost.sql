CREATE TABLE `broadcast_bills` (
	`enterprise_id` text NOT NULL,
	`broadcast_id` text NOT NULL,
	`category` text NOT NULL,
	`billable` integer NOT NULL,
	`billed_to` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`broadcast_id`, `category`, `billable`, `billed_to`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `channel_prices` (
	`enterprise_id` text NOT NULL,
	`channel_id` text NOT NULL,
	`country` text NOT NULL,
	`category` text NOT NULL,
	`price` integer NOT NULL,
	`currency` text NOT NULL,
	PRIMARY KEY(`channel_id`, `country`, `category`),
	FOREIGN KEY (`channel_id`) REFERENCES `channels`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `broadcast_recipients` ADD `billed_to` text;--> statement-breakpoint
ALTER TABLE `broadcasts` ADD `resume_at` integer;--> statement-breakpoint
UPDATE broadcast_recipients SET billed_to = substr(address, 1, 5) WHERE billable IS NOT NULL;--> statement-breakpoint
INSERT INTO broadcast_bills (enterprise_id, broadcast_id, category, billable, billed_to, count)
	SELECT enterprise_id, substr(id, 1, 28) || '00000000', coalesce(category, ''), billable, billed_to, count(*) FROM broadcast_recipients
	WHERE status IN ('delivered', 'read') AND billable IS NOT NULL GROUP BY 1, 2, 3, 4, 5;--> statement-breakpoint
CREATE TRIGGER `broadcast_recipients_billed` AFTER UPDATE OF `status`, `category`, `billable`, `billed_to` ON `broadcast_recipients`
WHEN (old.billable IS NOT NULL OR new.billable IS NOT NULL) AND (old.status IN ('delivered', 'read') AND old.billable IS NOT NULL, old.category, old.billable, old.billed_to)
	IS NOT (new.status IN ('delivered', 'read') AND new.billable IS NOT NULL, new.category, new.billable, new.billed_to) BEGIN
	INSERT INTO broadcast_bills (enterprise_id, broadcast_id, category, billable, billed_to, count)
		SELECT old.enterprise_id, substr(old.id, 1, 28) || '00000000', coalesce(old.category, ''), old.billable, coalesce(old.billed_to, ''), -1 WHERE old.status IN ('delivered', 'read') AND old.billable IS NOT NULL
		ON CONFLICT (broadcast_id, category, billable, billed_to) DO UPDATE SET count = count + excluded.count;
	INSERT INTO broadcast_bills (enterprise_id, broadcast_id, category, billable, billed_to, count)
		SELECT new.enterprise_id, substr(new.id, 1, 28) || '00000000', coalesce(new.category, ''), new.billable, coalesce(new.billed_to, ''), 1 WHERE new.status IN ('delivered', 'read') AND new.billable IS NOT NULL
		ON CONFLICT (broadcast_id, category, billable, billed_to) DO UPDATE SET count = count + excluded.count;
END;
