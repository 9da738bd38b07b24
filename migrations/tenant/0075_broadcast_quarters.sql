CREATE TABLE `broadcast_quarters` (
	`enterprise_id` text NOT NULL,
	`broadcast_id` text NOT NULL,
	`at` integer NOT NULL,
	`status` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`broadcast_id`, `at`, `status`)
);
--> statement-breakpoint
INSERT INTO broadcast_quarters (enterprise_id, broadcast_id, at, status, count)
SELECT r.enterprise_id, substr(r.id, 1, 28) || '00000000', r.claimed_at - r.claimed_at % 900000, s.value, count(*)
FROM broadcast_recipients r, json_each(json_array(r.status, CASE WHEN r.replied_at IS NOT NULL THEN 'replied' END, CASE WHEN r.clicked_at IS NOT NULL THEN 'clicked' END)) s
WHERE r.claimed_at IS NOT NULL AND r.status <> 'queued' AND s.value IS NOT NULL GROUP BY 1, 2, 3, 4;
--> statement-breakpoint
INSERT INTO broadcast_counts (enterprise_id, broadcast_id, status, code, count)
SELECT enterprise_id, substr(id, 1, 28) || '00000000', 'waits', CAST(not_before AS TEXT), count(*) FROM broadcast_recipients
WHERE status = 'queued' AND not_before > 0 AND not_before % 60000 = 0 GROUP BY 1, 2, 4;
--> statement-breakpoint
-- Who was called counts in the quarter of an hour of their last call, as what they are now.
CREATE TRIGGER `broadcast_quarters_moved` AFTER UPDATE OF `status` ON `broadcast_recipients`
WHEN old.status IS NOT new.status BEGIN
	INSERT INTO broadcast_quarters (enterprise_id, broadcast_id, at, status, count)
	SELECT old.enterprise_id, substr(old.id, 1, 28) || '00000000', old.claimed_at - old.claimed_at % 900000, s.value, -1
	FROM json_each(json_array(old.status, CASE WHEN new.status = 'queued' AND old.replied_at IS NOT NULL THEN 'replied' END, CASE WHEN new.status = 'queued' AND old.clicked_at IS NOT NULL THEN 'clicked' END)) s
	WHERE old.claimed_at IS NOT NULL AND old.status <> 'queued' AND s.value IS NOT NULL
		ON CONFLICT (broadcast_id, at, status) DO UPDATE SET count = count + excluded.count;
	INSERT INTO broadcast_quarters (enterprise_id, broadcast_id, at, status, count)
	SELECT new.enterprise_id, substr(new.id, 1, 28) || '00000000', new.claimed_at - new.claimed_at % 900000, s.value, 1
	FROM json_each(json_array(new.status, CASE WHEN old.status = 'queued' AND new.replied_at IS NOT NULL THEN 'replied' END, CASE WHEN old.status = 'queued' AND new.clicked_at IS NOT NULL THEN 'clicked' END)) s
	WHERE new.claimed_at IS NOT NULL AND new.status <> 'queued' AND s.value IS NOT NULL
		ON CONFLICT (broadcast_id, at, status) DO UPDATE SET count = count + excluded.count;
END;
--> statement-breakpoint
CREATE TRIGGER `broadcast_quarters_replied` AFTER UPDATE OF `replied_at` ON `broadcast_recipients`
WHEN old.replied_at IS NULL AND new.replied_at IS NOT NULL AND old.status <> 'queued' AND new.status <> 'queued' BEGIN
	INSERT INTO broadcast_quarters (enterprise_id, broadcast_id, at, status, count)
	SELECT new.enterprise_id, substr(new.id, 1, 28) || '00000000', new.claimed_at - new.claimed_at % 900000, 'replied', 1 WHERE new.claimed_at IS NOT NULL
		ON CONFLICT (broadcast_id, at, status) DO UPDATE SET count = count + excluded.count;
END;
--> statement-breakpoint
CREATE TRIGGER `broadcast_quarters_clicked` AFTER UPDATE OF `clicked_at` ON `broadcast_recipients`
WHEN old.clicked_at IS NULL AND new.clicked_at IS NOT NULL AND old.status <> 'queued' AND new.status <> 'queued' BEGIN
	INSERT INTO broadcast_quarters (enterprise_id, broadcast_id, at, status, count)
	SELECT new.enterprise_id, substr(new.id, 1, 28) || '00000000', new.claimed_at - new.claimed_at % 900000, 'clicked', 1 WHERE new.claimed_at IS NOT NULL
		ON CONFLICT (broadcast_id, at, status) DO UPDATE SET count = count + excluded.count;
END;
--> statement-breakpoint
-- Who waits for an hour of theirs, which is a whole minute; tries that are made again soon are none.
CREATE TRIGGER `broadcast_recipients_put_off` AFTER UPDATE OF `status`, `not_before` ON `broadcast_recipients`
WHEN (old.status = 'queued' AND old.not_before > 0 OR new.status = 'queued' AND new.not_before > 0)
	AND (old.status IS NOT new.status OR old.not_before IS NOT new.not_before) BEGIN
	INSERT INTO broadcast_counts (enterprise_id, broadcast_id, status, code, count)
	SELECT old.enterprise_id, substr(old.id, 1, 28) || '00000000', 'waits', CAST(old.not_before AS TEXT), -1
	WHERE old.status = 'queued' AND old.not_before > 0 AND old.not_before % 60000 = 0
		ON CONFLICT (broadcast_id, status, code) DO UPDATE SET count = count + excluded.count;
	INSERT INTO broadcast_counts (enterprise_id, broadcast_id, status, code, count)
	SELECT new.enterprise_id, substr(new.id, 1, 28) || '00000000', 'waits', CAST(new.not_before AS TEXT), 1
	WHERE new.status = 'queued' AND new.not_before > 0 AND new.not_before % 60000 = 0
		ON CONFLICT (broadcast_id, status, code) DO UPDATE SET count = count + excluded.count;
END;
--> statement-breakpoint
DROP TRIGGER `consents_told`;
--> statement-breakpoint
-- As before, and who has answered a form is told as that.
CREATE TRIGGER `consents_told` AFTER INSERT ON `consents`
WHEN EXISTS (SELECT 1 FROM hooks h, json_each(h.events) e WHERE h.enterprise_id = new.enterprise_id AND h.is_on = 1 AND e.value = 'consent.changed')
	AND NOT EXISTS (SELECT 1 FROM consents c WHERE c.enterprise_id = new.enterprise_id AND c.identity_id = new.identity_id
		AND c.purpose = new.purpose AND (c.at, c.id) > (new.at, new.id))
	AND coalesce((SELECT c.given FROM consents c WHERE c.enterprise_id = new.enterprise_id AND c.identity_id = new.identity_id
		AND c.purpose = new.purpose AND c.id <> new.id ORDER BY c.at DESC, c.id DESC LIMIT 1), -1) <> new.given BEGIN
	INSERT INTO hook_deliveries (id, enterprise_id, hook_id, cause, type, chat_id, body, state, next_at, at)
	SELECT 'msg_' || lower(hex(randomblob(16))), new.enterprise_id, h.id, 'consent.changed:' || new.id, 'consent.changed', i.id,
		json_object('type', 'consent.changed', 'timestamp', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'),
			'revision', max(coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'hook_deliveries'), 0), coalesce((SELECT max(seq) FROM hook_deliveries), 0)) + 1,
			'data', json_object(
				'customerId', (SELECT u.id FROM customers u WHERE u.enterprise_id = i.enterprise_id AND u.number = i.customer AND u.deleted_at IS NULL),
				'address', (SELECT CASE a.kind
						WHEN 'number' THEN '+' || substr('•••••••••••••••', 1, max(0, length(a.address) - 4)) || substr(a.address, -3)
						WHEN 'mail' THEN substr(a.address, 1, 1) || '•••' || substr(a.address, instr(a.address, '@')) END
					FROM addresses a WHERE a.enterprise_id = i.enterprise_id AND a.identity_id = i.id AND a.kind <> 'user' ORDER BY a.created_at DESC LIMIT 1),
				'channelType', new.channel_type,
				'channel', CASE new.channel_type WHEN 0 THEN 'sms' WHEN 1 THEN 'email' WHEN 3 THEN 'facebook' WHEN 4 THEN 'whatsApp' WHEN 5 THEN 'telegram'
					WHEN 6 THEN 'googleBusiness' WHEN 9 THEN 'ivrs' WHEN 10 THEN 'rcs' WHEN 11 THEN 'instagram' WHEN 12 THEN 'web' END,
				'purpose', new.purpose,
				'isGiven', json(CASE new.given WHEN 1 THEN 'true' ELSE 'false' END),
				'how', CASE WHEN new.source GLOB 'message:*' THEN 'word'
					WHEN new.source = 'vendor' AND new.wording = 'spam' THEN 'complaint'
					WHEN new.source = 'vendor' THEN 'vendor'
					WHEN new.source GLOB 'unsubscribe:*' THEN 'unsubscribeLink'
					WHEN new.source GLOB 'blacklist.off:*' THEN 'offBlacklist'
					WHEN new.source GLOB 'blacklist:*' THEN coalesce((SELECT CASE b.source WHEN 'import' THEN 'import' ELSE 'staff' END
						FROM blacklist b WHERE b.id = substr(new.source, 11)), 'staff')
					WHEN new.source GLOB 'suppression:*' THEN 'before'
					WHEN new.source GLOB 'pending:*' THEN 'pending'
					WHEN new.source GLOB 'form:*' THEN 'form'
					WHEN new.source GLOB 'joined:*' THEN 'joined'
					WHEN new.source GLOB 'parted:*' THEN 'parted'
					ELSE 'other' END,
				'messageId', CASE WHEN new.source GLOB 'message:*' THEN substr(new.source, 9) WHEN new.source GLOB 'pending:*' AND new.source NOT GLOB 'pending:form:*' THEN substr(new.source, 9)
					WHEN new.source GLOB 'unsubscribe:*' THEN substr(new.source, 13) END,
				'at', strftime('%Y-%m-%dT%H:%M:%fZ', new.at / 1000.0, 'unixepoch'))),
		'waiting', 0, CAST(unixepoch('subsec') * 1000 AS INTEGER)
	FROM identities s JOIN identities i ON i.id = coalesce(s.merged_into, s.id) AND i.closed_at IS NULL
		JOIN hooks h ON h.enterprise_id = new.enterprise_id AND h.is_on = 1 AND EXISTS (SELECT 1 FROM json_each(h.events) e WHERE e.value = 'consent.changed')
	WHERE s.id = new.identity_id
	ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
-- However an activity comes to rest, by its run that pauses by itself too, nothing is due for it any more.
CREATE TRIGGER `activities_rest` AFTER UPDATE OF `state` ON `activities`
WHEN old.state IN (1, 2) AND new.state NOT IN (1, 2) BEGIN
	DELETE FROM timers WHERE enterprise_id = new.enterprise_id AND kind = 'activityRuns' AND subject = new.id;
END;
