CREATE TABLE `broadcast_counts` (
	`enterprise_id` text NOT NULL,
	`broadcast_id` text NOT NULL,
	`status` text NOT NULL,
	`code` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`broadcast_id`, `status`, `code`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `broadcast_recipients` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`identity_id` text,
	`address` text NOT NULL,
	`data` text,
	`status` text NOT NULL,
	`facts` text NOT NULL,
	`code` text,
	`reason` text,
	`vendor_id` text,
	`category` text,
	`billable` integer,
	`claimed_by` text,
	`claimed_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`not_before` integer DEFAULT 0 NOT NULL,
	`replied_at` integer
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `broadcast_recipients_person` ON `broadcast_recipients` (`identity_id`,substr(`id`, 1, 28)) WHERE identity_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `broadcast_recipients_vendor` ON `broadcast_recipients` (`vendor_id`) WHERE vendor_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `broadcast_recipients_pending` ON `broadcast_recipients` (substr(`id`, 1, 28),`not_before`) WHERE status = 'queued' AND claimed_by IS NULL;--> statement-breakpoint
CREATE INDEX `broadcast_recipients_claimed` ON `broadcast_recipients` (`claimed_by`) WHERE claimed_by IS NOT NULL;--> statement-breakpoint
CREATE TABLE `broadcasts` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`name` text NOT NULL,
	`channel_id` text NOT NULL,
	`channel_type` integer NOT NULL,
	`template_id` text NOT NULL,
	`template` text NOT NULL,
	`request` text NOT NULL,
	`state` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`send_class` integer NOT NULL,
	`by_id` text NOT NULL,
	`by_name` text NOT NULL,
	`command_id` text,
	`command_hash` text,
	`start_at` integer,
	`timezone` text NOT NULL,
	`job_id` text DEFAULT '' NOT NULL,
	`started_at` integer,
	`prepared_at` integer,
	`ended_at` integer,
	`expires_at` integer,
	`served_at` integer DEFAULT 0 NOT NULL,
	`doubles` integer DEFAULT 0 NOT NULL,
	`calls_before` integer DEFAULT 0 NOT NULL,
	`failures_before` integer DEFAULT 0 NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`updated_by` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `broadcasts_newest` ON `broadcasts` (`enterprise_id`,`created_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `broadcasts_command` ON `broadcasts` (`enterprise_id`,`command_id`) WHERE command_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `broadcasts_going` ON `broadcasts` (`channel_id`,`served_at`) WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX `broadcasts_template` ON `broadcasts` (`template_id`);--> statement-breakpoint
CREATE TRIGGER `broadcast_recipients_made` AFTER INSERT ON `broadcast_recipients` BEGIN
	INSERT INTO broadcast_counts (enterprise_id, broadcast_id, status, code, count) VALUES (new.enterprise_id, substr(new.id, 1, 28) || '00000000', new.status, CASE WHEN new.status IN ('failed', 'expired', 'cancelled') THEN coalesce(new.code, '') ELSE '' END, 1)
		ON CONFLICT (broadcast_id, status, code) DO UPDATE SET count = count + excluded.count;
END;--> statement-breakpoint
CREATE TRIGGER `broadcast_recipients_moved` AFTER UPDATE OF `status`, `code` ON `broadcast_recipients`
WHEN old.status IS NOT new.status OR (new.status IN ('failed', 'expired', 'cancelled') AND old.code IS NOT new.code) BEGIN
	INSERT INTO broadcast_counts (enterprise_id, broadcast_id, status, code, count) VALUES (old.enterprise_id, substr(old.id, 1, 28) || '00000000', old.status, CASE WHEN old.status IN ('failed', 'expired', 'cancelled') THEN coalesce(old.code, '') ELSE '' END, -1)
		ON CONFLICT (broadcast_id, status, code) DO UPDATE SET count = count + excluded.count;
	INSERT INTO broadcast_counts (enterprise_id, broadcast_id, status, code, count) VALUES (new.enterprise_id, substr(new.id, 1, 28) || '00000000', new.status, CASE WHEN new.status IN ('failed', 'expired', 'cancelled') THEN coalesce(new.code, '') ELSE '' END, 1)
		ON CONFLICT (broadcast_id, status, code) DO UPDATE SET count = count + excluded.count;
END;--> statement-breakpoint
CREATE TRIGGER `broadcast_recipients_replied` AFTER UPDATE OF `replied_at` ON `broadcast_recipients`
WHEN old.replied_at IS NULL AND new.replied_at IS NOT NULL BEGIN
	INSERT INTO broadcast_counts (enterprise_id, broadcast_id, status, code, count) VALUES (new.enterprise_id, substr(new.id, 1, 28) || '00000000', 'replied', '', 1)
		ON CONFLICT (broadcast_id, status, code) DO UPDATE SET count = count + excluded.count;
END;
