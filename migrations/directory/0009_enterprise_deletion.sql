CREATE TABLE `deletion_receipts` (
	`id` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`user_id` text NOT NULL,
	`asked_at` integer NOT NULL,
	`begun_at` integer NOT NULL,
	`ended_at` integer NOT NULL,
	`removed` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `enterprises` ADD `deletes_at` integer;--> statement-breakpoint
ALTER TABLE `enterprises` ADD `deletion_by` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `enterprises` ADD `deletion_begun_at` integer;--> statement-breakpoint
DROP TRIGGER `invoices_fixed`;--> statement-breakpoint
CREATE TRIGGER `invoices_fixed` BEFORE UPDATE ON `invoices` WHEN new.id IS NOT old.id OR new.kind IS NOT old.kind OR new.year IS NOT old.year OR new.number IS NOT old.number OR new.month IS NOT old.month OR new.currency IS NOT old.currency OR new.body IS NOT old.body OR new.net IS NOT old.net OR new.tax IS NOT old.tax OR new.total IS NOT old.total OR new.credit IS NOT old.credit OR new.issued_at IS NOT old.issued_at OR new.due_at IS NOT old.due_at OR new.corrects IS NOT old.corrects OR CASE WHEN new.enterprise_id IS old.enterprise_id THEN old.paid_at IS NOT NULL ELSE new.paid_at IS NOT old.paid_at OR new.paid_by IS NOT old.paid_by OR new.enterprise_id NOT GLOB 'deleted:*' OR NOT EXISTS (SELECT 1 FROM `enterprises` e WHERE e.id = old.enterprise_id AND e.deletion_begun_at IS NOT NULL) END BEGIN
	SELECT RAISE(ABORT, 'an invoice never changes');
END;
