CREATE TABLE `customer_fields` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`position` integer NOT NULL,
	`field_name` text NOT NULL,
	`name_key` text NOT NULL,
	`field_label` text NOT NULL,
	`label_key` text NOT NULL,
	`rules` text NOT NULL,
	`deleted_at` integer,
	`revision` integer DEFAULT 1 NOT NULL,
	`updated_by` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `customer_fields_name` ON `customer_fields` (`enterprise_id`,`name_key`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `customer_fields_label` ON `customer_fields` (`enterprise_id`,`label_key`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `customer_fields_order` ON `customer_fields` (`enterprise_id`,`position`);--> statement-breakpoint
CREATE TABLE `customer_marks` (
	`enterprise_id` text NOT NULL,
	`mark_id` text NOT NULL,
	`customer` integer NOT NULL,
	PRIMARY KEY(`mark_id`, `customer`),
	FOREIGN KEY (`mark_id`) REFERENCES `marks`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer`) REFERENCES `customers`(`number`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `customer_marks_customer` ON `customer_marks` (`customer`);--> statement-breakpoint
CREATE TABLE `customer_views` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`query` text NOT NULL,
	`columns` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `customer_views_name` ON `customer_views` (`enterprise_id`,`user_id`,`name_key`);--> statement-breakpoint
CREATE TABLE `customers` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`enterprise_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`phone` text NOT NULL,
	`phone_typed` text NOT NULL,
	`whatsapp` text DEFAULT '' NOT NULL,
	`facebook_id` text DEFAULT '' NOT NULL,
	`insta_id` text DEFAULT '' NOT NULL,
	`twitter_id` text DEFAULT '' NOT NULL,
	`data` text NOT NULL,
	`archive` text,
	`search` text NOT NULL,
	`deleted_at` integer,
	`deleted_by` text,
	`revision` integer DEFAULT 1 NOT NULL,
	`updated_by` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `customers_id` ON `customers` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `customers_phone` ON `customers` (`enterprise_id`,`phone`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `customers_newest` ON `customers` (`enterprise_id`,`number`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `customers_name` ON `customers` (`enterprise_id`,`name_key`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `customers_deleted_by` ON `customers` (`deleted_by`,`number`) WHERE deleted_by IS NOT NULL;--> statement-breakpoint
CREATE TABLE `erasure_receipts` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`at` integer NOT NULL,
	`user_id` text NOT NULL,
	`phone_hash` text NOT NULL,
	`removed` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `erasure_receipts_newest` ON `erasure_receipts` (`enterprise_id`,`at`);--> statement-breakpoint
CREATE TABLE `marks` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `marks_name` ON `marks` (`enterprise_id`,`kind`,`name_key`);--> statement-breakpoint
CREATE TABLE `customer_imports` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`file_name` text NOT NULL,
	`file` text NOT NULL,
	`bytes` integer NOT NULL,
	`encoding` text NOT NULL,
	`delimiter` text NOT NULL,
	`headers` text NOT NULL,
	`mapping` text NOT NULL,
	`state` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`cursor` integer NOT NULL,
	`line` integer NOT NULL,
	`counts` text NOT NULL,
	`rows_per_second` real,
	`created_marks` text NOT NULL,
	`started_by` text NOT NULL,
	`started_at` integer,
	`completed_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `customer_imports_newest` ON `customer_imports` (`enterprise_id`,`created_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `customer_imports_file` ON `customer_imports` (`file`);--> statement-breakpoint
CREATE TABLE `import_changes` (
	`import_id` text NOT NULL,
	`enterprise_id` text NOT NULL,
	`customer` integer NOT NULL,
	`before` text,
	`revision` integer NOT NULL,
	`marks` text NOT NULL,
	PRIMARY KEY(`import_id`, `customer`),
	FOREIGN KEY (`import_id`) REFERENCES `customer_imports`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer`) REFERENCES `customers`(`number`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `import_changes_customer` ON `import_changes` (`customer`);--> statement-breakpoint
CREATE TABLE `import_errors` (
	`import_id` text NOT NULL,
	`enterprise_id` text NOT NULL,
	`line` integer NOT NULL,
	`row` text NOT NULL,
	`errors` text NOT NULL,
	PRIMARY KEY(`import_id`, `line`),
	FOREIGN KEY (`import_id`) REFERENCES `customer_imports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `import_files` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`name` text NOT NULL,
	`bytes` integer NOT NULL,
	`format` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `import_files_oldest` ON `import_files` (`updated_at`);--> statement-breakpoint
CREATE TABLE `import_numbers` (
	`import_id` text NOT NULL,
	`phone` text NOT NULL,
	PRIMARY KEY(`import_id`, `phone`),
	FOREIGN KEY (`import_id`) REFERENCES `customer_imports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE VIRTUAL TABLE `customers_fts` USING fts5(search, content='customers', content_rowid='number', tokenize='trigram');--> statement-breakpoint
CREATE TRIGGER `customers_added` AFTER INSERT ON `customers` BEGIN
	INSERT INTO customers_fts(rowid, search) VALUES (new.number, new.search);
END;--> statement-breakpoint
CREATE TRIGGER `customers_removed` AFTER DELETE ON `customers` BEGIN
	INSERT INTO customers_fts(customers_fts, rowid, search) VALUES ('delete', old.number, old.search);
END;--> statement-breakpoint
CREATE TRIGGER `customers_changed` AFTER UPDATE OF `search` ON `customers` WHEN old.search IS NOT new.search BEGIN
	INSERT INTO customers_fts(customers_fts, rowid, search) VALUES ('delete', old.number, old.search);
	INSERT INTO customers_fts(rowid, search) VALUES (new.number, new.search);
END;
