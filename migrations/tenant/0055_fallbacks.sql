DROP INDEX `broadcasts_activity`;--> statement-breakpoint
ALTER TABLE `broadcasts` ADD `fallback_of` text;--> statement-breakpoint
ALTER TABLE `broadcasts` ADD `after_ms` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `broadcasts` ADD `fed_to` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `broadcasts_fallback` ON `broadcasts` (`fallback_of`) WHERE fallback_of IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `broadcasts_activity` ON `broadcasts` (`activity_id`,`run`) WHERE activity_id IS NOT NULL AND fallback_of IS NULL;--> statement-breakpoint
ALTER TABLE `activities` ADD `fallback` text;--> statement-breakpoint
ALTER TABLE `activities` ADD `fallback_channel_type` integer;--> statement-breakpoint
ALTER TABLE `activities` ADD `fallback_template` text;--> statement-breakpoint
CREATE INDEX `broadcast_recipients_replies` ON `broadcast_recipients` (`id`) WHERE replied_at IS NOT NULL;--> statement-breakpoint
DROP TRIGGER `broadcasts_of_activities`;--> statement-breakpoint
CREATE TRIGGER `broadcasts_of_activities` AFTER UPDATE OF `state` ON `broadcasts`
WHEN new.activity_id IS NOT NULL AND new.state IS NOT old.state BEGIN
	UPDATE broadcasts SET state = new.state, reason = new.reason, revision = revision + 1, updated_at = new.updated_at
		WHERE fallback_of = new.id AND (new.state = 'stopped' AND state IN ('scheduled', 'processing', 'paused') OR new.state = 'paused' AND state = 'processing');
	UPDATE activities SET state = 2, reason = '', revision = revision + 1, updated_at = new.updated_at
		WHERE id = new.activity_id AND new.state = 'processing' AND state = 3;
	UPDATE activities SET state = 3, reason = new.reason, revision = revision + 1, updated_at = new.updated_at
		WHERE id = new.activity_id AND new.state = 'paused' AND state IN (1, 2);
	UPDATE activities SET state = 4, reason = new.reason, completed = new.state = 'completed', paused_with_campaign = 0, revision = revision + 1, updated_at = new.updated_at
		WHERE id = new.activity_id AND new.state IN ('completed', 'stopped', 'failed') AND state IN (1, 2, 3)
			AND json_array_length(runs) <= (SELECT max(b.run) FROM broadcasts b WHERE b.activity_id = new.activity_id)
			AND NOT EXISTS (SELECT 1 FROM broadcasts b WHERE b.activity_id = new.activity_id AND b.state IN ('scheduled', 'processing', 'paused'));
END;
