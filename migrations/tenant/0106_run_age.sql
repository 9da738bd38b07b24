ALTER TABLE `automation_versions` ADD `max_days` integer DEFAULT 365 NOT NULL;--> statement-breakpoint
ALTER TABLE `node_daily` ADD `expired` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `automations_deleted` ON `automations` (`enterprise_id`,`deleted_at`) WHERE deleted_at IS NOT NULL;--> statement-breakpoint
-- Whoever refuses what runs say is asked nothing more by them, and leaves where their graph does not say otherwise; a run that wrote the refusal
-- itself goes on, with those that wait for it. However it came: by a word, the vendor, the blacklist, an unsubscription, a form, or another run.
CREATE TRIGGER `consents_told_runs` AFTER INSERT ON `consents`
WHEN new.given = 0 AND new.purpose = 'service' AND NOT EXISTS (SELECT 1 FROM consents c WHERE c.enterprise_id = new.enterprise_id AND c.identity_id = new.identity_id
		AND c.purpose = new.purpose AND (c.at, c.id) > (new.at, new.id)) BEGIN
	DELETE FROM floors WHERE enterprise_id = new.enterprise_id AND channel_id IN (SELECT id FROM channels WHERE enterprise_id = new.enterprise_id)
		AND identity_id = new.identity_id AND run_id IS NOT NULL AND effect = '';
	INSERT INTO run_inbox (enterprise_id, event_id, kind, key, run_id, data, at, until)
	SELECT r.enterprise_id, 'optOut:' || r.id || ':' || new.id, 'leave', '', r.id,
		json_object('state', 'exited', 'code', CASE WHEN new.source GLOB 'blacklist:*' THEN 'blocked' ELSE 'optOut' END, 'sentence', ''),
		CAST(unixepoch('subsec') * 1000 AS INTEGER), CAST(unixepoch('subsec') * 1000 AS INTEGER) + 34560000000
	FROM runs r WHERE r.enterprise_id = new.enterprise_id AND r.identity_id = new.identity_id AND r.state = 'waiting'
		AND r.id NOT IN (WITH RECURSIVE up(id) AS (SELECT substr(new.source, 9, instr(substr(new.source, 9), ':') - 1) WHERE new.source GLOB 'journey:*'
			UNION SELECT substr(o.parent_key, 1, instr(o.parent_key, ':') - 1) FROM up CROSS JOIN runs o ON o.id = up.id AND o.parent_key <> '') SELECT id FROM up) ON CONFLICT DO NOTHING;
END;
