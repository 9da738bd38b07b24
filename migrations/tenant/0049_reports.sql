CREATE TABLE `message_quarters` (
	`enterprise_id` text NOT NULL,
	`at` integer NOT NULL,
	`channel_id` text NOT NULL,
	`by_kind` text NOT NULL,
	`status` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`enterprise_id`, `at`, `channel_id`, `by_kind`, `status`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `external_campaigns` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`external_id` text NOT NULL,
	`name` text NOT NULL,
	`channel_type` integer NOT NULL,
	`started_at` integer NOT NULL,
	`ended_at` integer,
	`sent` integer NOT NULL,
	`delivered` integer NOT NULL,
	`read` integer NOT NULL,
	`clicked` integer NOT NULL,
	`failed` integer NOT NULL,
	`cost` real,
	`currency` text NOT NULL,
	`url` text NOT NULL,
	`by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `external_campaigns_theirs` ON `external_campaigns` (`enterprise_id`,`external_id`);--> statement-breakpoint
CREATE INDEX `external_campaigns_newest` ON `external_campaigns` (`enterprise_id`,`started_at`);--> statement-breakpoint
CREATE INDEX `messages_out` ON `messages` (`enterprise_id`,`at`) WHERE direction = 'out';--> statement-breakpoint
CREATE INDEX `broadcasts_begun` ON `broadcasts` (`enterprise_id`,coalesce(`started_at`, `start_at`, `created_at`),`id`);--> statement-breakpoint
CREATE INDEX `broadcast_recipients_trouble` ON `broadcast_recipients` (`id`) WHERE status IN ('failed', 'unknown', 'expired');--> statement-breakpoint
INSERT INTO `message_quarters` SELECT `enterprise_id`, `at` - `at` % 900000, `channel_id`, `by_kind`, `status`, count(*) FROM `messages` WHERE `direction` = 'out' GROUP BY 1, 2, 3, 4, 5;--> statement-breakpoint
CREATE TRIGGER `messages_left` AFTER INSERT ON `messages` WHEN new.direction = 'out' BEGIN
	INSERT INTO message_quarters (enterprise_id, at, channel_id, by_kind, status, count)
	VALUES (new.enterprise_id, new.at - new.at % 900000, new.channel_id, new.by_kind, new.status, 1)
	ON CONFLICT DO UPDATE SET count = count + 1;
END;--> statement-breakpoint
CREATE TRIGGER `messages_left_moved` AFTER UPDATE OF `status`, `at` ON `messages`
WHEN new.direction = 'out' AND (old.status IS NOT new.status OR old.at / 900000 <> new.at / 900000) BEGIN
	UPDATE message_quarters SET count = count - 1 WHERE enterprise_id = old.enterprise_id AND at = old.at - old.at % 900000
		AND channel_id = old.channel_id AND by_kind = old.by_kind AND status = old.status;
	INSERT INTO message_quarters (enterprise_id, at, channel_id, by_kind, status, count)
	VALUES (new.enterprise_id, new.at - new.at % 900000, new.channel_id, new.by_kind, new.status, 1)
	ON CONFLICT DO UPDATE SET count = count + 1;
END;--> statement-breakpoint
CREATE TRIGGER `messages_left_gone` AFTER DELETE ON `messages` WHEN old.direction = 'out' BEGIN
	UPDATE message_quarters SET count = count - 1 WHERE enterprise_id = old.enterprise_id AND at = old.at - old.at % 900000
		AND channel_id = old.channel_id AND by_kind = old.by_kind AND status = old.status;
END;
