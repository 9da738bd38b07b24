DROP INDEX `broadcasts_activity`;--> statement-breakpoint
ALTER TABLE `broadcasts` ADD `part` text;--> statement-breakpoint
ALTER TABLE `broadcasts` ADD `test_of` text;--> statement-breakpoint
ALTER TABLE `broadcasts` ADD `slice_from` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `broadcasts` ADD `slice_to` integer DEFAULT 1000 NOT NULL;--> statement-breakpoint
ALTER TABLE `broadcasts` ADD `decision` text;--> statement-breakpoint
CREATE UNIQUE INDEX `broadcasts_part` ON `broadcasts` (`test_of`,`part`) WHERE test_of IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `broadcasts_activity` ON `broadcasts` (`activity_id`,`run`) WHERE activity_id IS NOT NULL AND fallback_of IS NULL AND test_of IS NULL;--> statement-breakpoint
ALTER TABLE `activities` ADD `comparison` text;--> statement-breakpoint
ALTER TABLE `activities` ADD `comparison_template` text;--> statement-breakpoint
DROP TRIGGER `broadcasts_of_activities`;--> statement-breakpoint
CREATE TRIGGER `broadcasts_of_activities` AFTER UPDATE OF `state` ON `broadcasts`
WHEN new.activity_id IS NOT NULL AND new.state IS NOT old.state BEGIN
	UPDATE broadcasts SET state = new.state, reason = new.reason, revision = revision + 1, updated_at = new.updated_at
		WHERE fallback_of = new.id AND (new.state = 'stopped' AND state IN ('scheduled', 'processing', 'paused') OR new.state = 'paused' AND state = 'processing');
	UPDATE broadcasts SET state = new.state, reason = new.reason, revision = revision + 1, updated_at = new.updated_at
		WHERE id IN (SELECT new.test_of UNION ALL SELECT s.id FROM broadcasts s WHERE s.test_of = coalesce(new.test_of, new.id)) AND id <> new.id
			AND (new.state = 'stopped' AND state IN ('scheduled', 'processing', 'paused') OR new.state = 'paused' AND state = 'processing');
	UPDATE activities SET state = 2, reason = '', revision = revision + 1, updated_at = new.updated_at
		WHERE id = new.activity_id AND new.state = 'processing' AND state = 3;
	UPDATE activities SET state = 3, reason = new.reason, revision = revision + 1, updated_at = new.updated_at
		WHERE id = new.activity_id AND new.state = 'paused' AND state IN (1, 2);
	UPDATE activities SET state = 4, reason = new.reason, completed = new.state = 'completed', paused_with_campaign = 0, revision = revision + 1, updated_at = new.updated_at
		WHERE id = new.activity_id AND new.state IN ('completed', 'stopped', 'failed') AND state IN (1, 2, 3)
			AND json_array_length(runs) <= (SELECT max(b.run) FROM broadcasts b WHERE b.activity_id = new.activity_id)
			AND NOT EXISTS (SELECT 1 FROM broadcasts b WHERE b.activity_id = new.activity_id AND b.state IN ('scheduled', 'processing', 'paused'));
END;
