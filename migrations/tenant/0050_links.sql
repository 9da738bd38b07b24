CREATE TABLE `links` (
	`n` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`enterprise_id` text NOT NULL,
	`broadcast_id` text NOT NULL,
	`place` integer NOT NULL,
	`url` text NOT NULL,
	`key` text NOT NULL,
	`is_counted` integer NOT NULL,
	`people` integer DEFAULT 0 NOT NULL,
	`clicks` integer DEFAULT 0 NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `links_url` ON `links` (`enterprise_id`,`broadcast_id`,`url`);--> statement-breakpoint
ALTER TABLE `messages` ADD `cause_hash` text;--> statement-breakpoint
CREATE INDEX `messages_alone` ON `messages` (`enterprise_id`,`at`) WHERE chat_id = identity_id;--> statement-breakpoint
ALTER TABLE `broadcast_recipients` ADD `clicked_at` integer;--> statement-breakpoint
ALTER TABLE `broadcast_recipients` ADD `clicked_links` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE TRIGGER `broadcast_recipients_clicked` AFTER UPDATE OF `clicked_at` ON `broadcast_recipients`
WHEN old.clicked_at IS NULL AND new.clicked_at IS NOT NULL BEGIN
	INSERT INTO broadcast_counts (enterprise_id, broadcast_id, status, code, count) VALUES (new.enterprise_id, substr(new.id, 1, 28) || '00000000', 'clicked', '', 1)
		ON CONFLICT (broadcast_id, status, code) DO UPDATE SET count = count + excluded.count;
END;
