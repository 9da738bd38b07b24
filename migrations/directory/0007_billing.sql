CREATE TABLE `billing_alerts` (
	`enterprise_id` text NOT NULL,
	`month` integer NOT NULL,
	`kind` text NOT NULL,
	`level` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`enterprise_id`, `month`, `kind`, `level`)
);
--> statement-breakpoint
CREATE TABLE `credits` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`currency` text NOT NULL,
	`amount` integer NOT NULL,
	`cause` text NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `credits_cause` ON `credits` (`enterprise_id`,`cause`);--> statement-breakpoint
CREATE TABLE `payment_links` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`account_id` text NOT NULL,
	`invoice_id` text NOT NULL,
	`amount` integer NOT NULL,
	`currency` text NOT NULL,
	`description` text NOT NULL,
	`until` integer NOT NULL,
	`state` text NOT NULL,
	`vendor_id` text,
	`url` text DEFAULT '' NOT NULL,
	`paid` integer DEFAULT 0 NOT NULL,
	`payment_id` text DEFAULT '' NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`problem` text DEFAULT '' NOT NULL,
	`event_ids` text DEFAULT '[]' NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`due_at` integer,
	`ended_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_links_open` ON `payment_links` (`invoice_id`) WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX `payment_links_newest` ON `payment_links` (`enterprise_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `payment_links_due` ON `payment_links` (`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `invoices` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`kind` text NOT NULL,
	`year` integer NOT NULL,
	`number` integer NOT NULL,
	`month` integer NOT NULL,
	`currency` text NOT NULL,
	`body` text NOT NULL,
	`net` integer NOT NULL,
	`tax` integer NOT NULL,
	`total` integer NOT NULL,
	`credit` integer NOT NULL,
	`issued_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`corrects` text,
	`paid_at` integer,
	`paid_by` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_number` ON `invoices` (`kind`,`year`,`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_month` ON `invoices` (`enterprise_id`,`month`) WHERE kind = 'invoice';--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_corrects` ON `invoices` (`corrects`) WHERE corrects IS NOT NULL;--> statement-breakpoint
CREATE INDEX `invoices_newest` ON `invoices` (`enterprise_id`,`issued_at`,`id`);--> statement-breakpoint
CREATE TABLE `plans` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`currency` text NOT NULL,
	`base` integer NOT NULL,
	`terms` text NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`is_offered` integer DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`enterprise_id` text PRIMARY KEY NOT NULL,
	`plan_id` text NOT NULL,
	`next_plan_id` text,
	`begun_on` integer NOT NULL,
	`closed` integer NOT NULL,
	`details` text NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`updated_by` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `usage_daily` (
	`enterprise_id` text NOT NULL,
	`kind` text NOT NULL,
	`day` integer NOT NULL,
	`count` integer NOT NULL,
	`billed` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`enterprise_id`, `day`, `kind`)
);
--> statement-breakpoint
INSERT INTO `plans` (`id`, `name`, `currency`, `base`, `terms`, `position`) VALUES
	('inr-starter', 'Starter', 'INR', 0, '{"messageOut":{"included":1000,"price":150000,"limit":null},"broadcastMessage":{"included":1000,"price":200000,"limit":{"at":1000,"isHard":true}},"messageIn":{"included":0,"price":0,"limit":null},"botTurn":{"included":1000,"price":100000,"limit":null},"run":{"included":500,"price":150000,"limit":null},"speechSecond":{"included":600,"price":20000,"limit":null},"storedMb":{"included":30720,"price":100000,"limit":null}}', 0),
	('inr-growth', 'Growth', 'INR', 499900, '{"messageOut":{"included":20000,"price":150000,"limit":null},"broadcastMessage":{"included":20000,"price":200000,"limit":null},"messageIn":{"included":0,"price":0,"limit":null},"botTurn":{"included":20000,"price":100000,"limit":null},"run":{"included":10000,"price":150000,"limit":null},"speechSecond":{"included":6000,"price":20000,"limit":null},"storedMb":{"included":614400,"price":100000,"limit":null}}', 1),
	('inr-scale', 'Scale', 'INR', 1999900, '{"messageOut":{"included":200000,"price":150000,"limit":null},"broadcastMessage":{"included":200000,"price":200000,"limit":null},"messageIn":{"included":0,"price":0,"limit":null},"botTurn":{"included":200000,"price":100000,"limit":null},"run":{"included":100000,"price":150000,"limit":null},"speechSecond":{"included":60000,"price":20000,"limit":null},"storedMb":{"included":6144000,"price":100000,"limit":null}}', 2),
	('usd-starter', 'Starter', 'USD', 0, '{"messageOut":{"included":1000,"price":2000,"limit":null},"broadcastMessage":{"included":1000,"price":2500,"limit":{"at":1000,"isHard":true}},"messageIn":{"included":0,"price":0,"limit":null},"botTurn":{"included":1000,"price":1200,"limit":null},"run":{"included":500,"price":2000,"limit":null},"speechSecond":{"included":600,"price":300,"limit":null},"storedMb":{"included":30720,"price":1500,"limit":null}}', 0),
	('usd-growth', 'Growth', 'USD', 6900, '{"messageOut":{"included":20000,"price":2000,"limit":null},"broadcastMessage":{"included":20000,"price":2500,"limit":null},"messageIn":{"included":0,"price":0,"limit":null},"botTurn":{"included":20000,"price":1200,"limit":null},"run":{"included":10000,"price":2000,"limit":null},"speechSecond":{"included":6000,"price":300,"limit":null},"storedMb":{"included":614400,"price":1500,"limit":null}}', 1),
	('usd-scale', 'Scale', 'USD', 26900, '{"messageOut":{"included":200000,"price":2000,"limit":null},"broadcastMessage":{"included":200000,"price":2500,"limit":null},"messageIn":{"included":0,"price":0,"limit":null},"botTurn":{"included":200000,"price":1200,"limit":null},"run":{"included":100000,"price":2000,"limit":null},"speechSecond":{"included":60000,"price":300,"limit":null},"storedMb":{"included":6144000,"price":1500,"limit":null}}', 2);
--> statement-breakpoint
CREATE TRIGGER `invoices_fixed` BEFORE UPDATE ON `invoices` WHEN new.id IS NOT old.id OR new.enterprise_id IS NOT old.enterprise_id OR new.kind IS NOT old.kind OR new.year IS NOT old.year OR new.number IS NOT old.number OR new.month IS NOT old.month OR new.currency IS NOT old.currency OR new.body IS NOT old.body OR new.net IS NOT old.net OR new.tax IS NOT old.tax OR new.total IS NOT old.total OR new.credit IS NOT old.credit OR new.issued_at IS NOT old.issued_at OR new.due_at IS NOT old.due_at OR new.corrects IS NOT old.corrects OR old.paid_at IS NOT NULL BEGIN
	SELECT RAISE(ABORT, 'an invoice never changes');
END;
--> statement-breakpoint
CREATE TRIGGER `invoices_kept` BEFORE DELETE ON `invoices` BEGIN
	SELECT RAISE(ABORT, 'an invoice is never deleted');
END;
--> statement-breakpoint
CREATE TRIGGER `credits_fixed` BEFORE UPDATE ON `credits` BEGIN
	SELECT RAISE(ABORT, 'a credit never changes');
END;
