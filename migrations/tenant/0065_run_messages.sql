-- Mails and SMS of journeys are told to their runs as templates are. They stand in no chat.
DROP TRIGGER `messages_told_runs`;--> statement-breakpoint
CREATE TRIGGER `messages_told_runs` AFTER UPDATE OF `status` ON `messages`
WHEN new.cause GLOB 'run:*' AND new.status IS NOT old.status AND new.status <> 'queued' BEGIN
	INSERT INTO run_inbox (enterprise_id, event_id, kind, key, run_id, seq, data, at, until)
	SELECT new.enterprise_id, 'call:' || substr(new.cause, 5), 'call', '', r.id, r.seq,
		CASE WHEN new.status IN ('sent', 'delivered', 'read') THEN json_object('ok', json('true'), 'data', json_object('messageId', new.id))
			ELSE json_object('ok', json('false'), 'retryable', json('false'), 'sentence', coalesce(new.reason, ''), 'code',
				CASE WHEN new.status <> 'failed' THEN new.status WHEN new.code IN ('optOut', 'offerCap') THEN 'notAllowed' ELSE coalesce(new.code, 'failed') END) END,
		CAST(unixepoch('subsec') * 1000 AS INTEGER), CAST(unixepoch('subsec') * 1000 AS INTEGER) + 86400000
	FROM runs r WHERE (new.kind = 'template' OR new.chat_id = new.identity_id) AND r.id = substr(new.cause, 5, instr(substr(new.cause, 5), ':') - 1) AND r.enterprise_id = new.enterprise_id
		AND r.state = 'waiting' AND r.seq = CAST(substr(new.cause, 5 + instr(substr(new.cause, 5), ':')) AS INTEGER) ON CONFLICT DO NOTHING;
	INSERT INTO run_inbox (enterprise_id, event_id, kind, key, run_id, data, at, until)
	SELECT w.enterprise_id, 'message:' || w.key || ':' || new.status || ':' || w.run_id, 'message', w.key, w.run_id,
		json_object('status', CASE WHEN new.status IN ('expired', 'cancelled') THEN 'failed' ELSE new.status END),
		CAST(unixepoch('subsec') * 1000 AS INTEGER), CAST(unixepoch('subsec') * 1000 AS INTEGER) + 34560000000
	FROM run_waits w WHERE w.enterprise_id = new.enterprise_id AND w.kind = 'message' AND w.key = substr(new.cause, 5)
		AND new.status IN ('delivered', 'read', 'failed', 'expired', 'cancelled') ON CONFLICT DO NOTHING;
END;
