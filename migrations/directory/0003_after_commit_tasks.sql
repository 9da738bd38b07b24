CREATE TABLE `after_commit_tasks` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`what` text NOT NULL,
	`due_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `after_commit_tasks_due` ON `after_commit_tasks` (`due_at`);--> statement-breakpoint
INSERT INTO `after_commit_tasks` (`id`, `enterprise_id`, `what`, `due_at`, `created_at`)
SELECT `id`, `enterprise_id`, `what`, 0, `created_at` FROM `errands`;--> statement-breakpoint
INSERT INTO `after_commit_tasks` (`id`, `enterprise_id`, `what`, `due_at`, `created_at`)
SELECT `id`, coalesce(`enterprise_id`, ''), json_object('kind', 'sendMail', 'mailId', `id`), `lease_until`, `created_at`
FROM `mails` WHERE `state` IN ('waiting', 'sending');--> statement-breakpoint
INSERT INTO `after_commit_tasks` (`id`, `enterprise_id`, `what`, `due_at`, `created_at`)
SELECT `id`, `enterprise_id`, json_object('kind', 'closeSockets', 'sessionId', `id`), 0, `created_at`
FROM `login_sessions` WHERE `told_at` IS NULL AND (`ended_at` IS NOT NULL OR `expires_at` < unixepoch() * 1000);--> statement-breakpoint
UPDATE `login_sessions` SET `ended_at` = `expires_at` WHERE `ended_at` IS NULL AND `expires_at` < unixepoch() * 1000;--> statement-breakpoint
DROP TABLE `errands`;--> statement-breakpoint
DROP INDEX `login_sessions_ended`;--> statement-breakpoint
DROP INDEX `login_sessions_expired`;--> statement-breakpoint
ALTER TABLE `login_sessions` DROP COLUMN `told_at`;--> statement-breakpoint
CREATE INDEX `login_sessions_expiring` ON `login_sessions` (`expires_at`) WHERE ended_at IS NULL;--> statement-breakpoint
CREATE TRIGGER `login_sessions_over` AFTER UPDATE OF `ended_at` ON `login_sessions` WHEN old.ended_at IS NULL AND new.ended_at IS NOT NULL BEGIN
	INSERT OR REPLACE INTO after_commit_tasks (id, enterprise_id, what, due_at, created_at)
	VALUES (new.id, new.enterprise_id, json_object('kind', 'closeSockets', 'sessionId', new.id), new.ended_at + 1000, new.ended_at);
END;--> statement-breakpoint
CREATE TRIGGER `mails_written` AFTER INSERT ON `mails` WHEN new.state = 'waiting' BEGIN
	INSERT INTO after_commit_tasks (id, enterprise_id, what, due_at, created_at)
	VALUES (new.id, coalesce(new.enterprise_id, ''), json_object('kind', 'sendMail', 'mailId', new.id), new.created_at + 1000, new.created_at);
END;--> statement-breakpoint
CREATE TRIGGER `mails_removed` AFTER DELETE ON `mails` BEGIN
	DELETE FROM after_commit_tasks WHERE id = old.id;
END;
