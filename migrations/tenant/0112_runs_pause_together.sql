CREATE INDEX `broadcast_quarters_at` ON `broadcast_quarters` (`enterprise_id`,`at`);--> statement-breakpoint
DROP TRIGGER `broadcasts_of_activities`;--> statement-breakpoint
CREATE TRIGGER `broadcasts_of_activities` AFTER UPDATE OF `state` ON `broadcasts`
WHEN new.activity_id IS NOT NULL AND new.state IS NOT old.state BEGIN
	UPDATE broadcasts SET state = new.state, reason = new.reason, revision = revision + 1, updated_at = new.updated_at
		WHERE new.state = 'paused' AND activity_id = new.activity_id AND id <> new.id AND state = 'processing';
	UPDATE broadcasts SET state = new.state, reason = new.reason, revision = revision + 1, updated_at = new.updated_at
		WHERE fallback_of = new.id AND new.state = 'stopped' AND state IN ('scheduled', 'processing', 'paused');
	UPDATE broadcasts SET state = new.state, reason = new.reason, revision = revision + 1, updated_at = new.updated_at
		WHERE id IN (SELECT new.test_of UNION ALL SELECT s.id FROM broadcasts s WHERE s.test_of = coalesce(new.test_of, new.id)) AND id <> new.id
			AND new.state = 'stopped' AND state IN ('scheduled', 'processing', 'paused');
	UPDATE activities SET state = 2, reason = '', revision = revision + 1, updated_at = new.updated_at
		WHERE id = new.activity_id AND new.state = 'processing' AND state = 3;
	UPDATE activities SET state = 3, reason = new.reason, revision = revision + 1, updated_at = new.updated_at
		WHERE id = new.activity_id AND new.state = 'paused' AND state IN (1, 2);
	UPDATE activities SET state = 4, reason = new.reason, completed = new.state = 'completed', paused_with_campaign = 0, revision = revision + 1, updated_at = new.updated_at
		WHERE id = new.activity_id AND new.state IN ('completed', 'stopped', 'failed') AND state IN (1, 2, 3)
			AND json_array_length(runs) <= (SELECT max(b.run) FROM broadcasts b WHERE b.activity_id = new.activity_id)
			AND NOT EXISTS (SELECT 1 FROM broadcasts b WHERE b.activity_id = new.activity_id AND b.state IN ('scheduled', 'processing', 'paused'));
END;
