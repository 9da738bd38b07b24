ALTER TABLE `erasure_receipts` ADD `key_version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `customer_imports` ADD `undo_edited` integer DEFAULT false NOT NULL;