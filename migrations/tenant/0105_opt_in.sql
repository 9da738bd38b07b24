ALTER TABLE `customer_imports` ADD `opt_in` text;--> statement-breakpoint
DROP TRIGGER `consents_told`;--> statement-breakpoint
-- As before, and what the file of an import says is told as that.
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
					WHEN new.source GLOB 'journey:*' THEN 'journey'
					WHEN new.source GLOB 'import:*' THEN 'import'
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
END;--> statement-breakpoint
-- Receivers that ask for it hear of each recipient of a broadcast, also after a retry of somebody: each call is one of its own.
CREATE TRIGGER `broadcast_recipients_told` AFTER UPDATE OF `status` ON `broadcast_recipients`
WHEN old.status IS NOT new.status AND new.status <> 'queued' AND EXISTS (SELECT 1 FROM hooks h, json_each(h.events) e
	WHERE h.enterprise_id = new.enterprise_id AND h.is_on = 1 AND e.value = 'broadcast.status') BEGIN
	INSERT INTO hook_deliveries (id, enterprise_id, hook_id, cause, type, chat_id, body, state, next_at, at)
	SELECT 'msg_' || lower(hex(randomblob(16))), new.enterprise_id, h.id,
		'broadcast.status:' || new.id || ':' || new.status || ':' || coalesce(new.claimed_at, 0), 'broadcast.status', i.id,
		json_object('type', 'broadcast.status', 'timestamp', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'),
			'revision', max(coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'hook_deliveries'), 0), coalesce((SELECT max(seq) FROM hook_deliveries), 0)) + 1,
			'data', json_object('broadcast', json_object('id', b.id, 'name', b.name, 'channelId', b.channel_id, 'activityId', b.activity_id),
				'recipient', json_object('id', new.id,
					'customerId', (SELECT u.id FROM customers u WHERE u.enterprise_id = i.enterprise_id AND u.number = i.customer AND u.deleted_at IS NULL),
					'address', CASE WHEN instr(new.address, '@') > 0 THEN substr(new.address, 1, 1) || '•••' || substr(new.address, instr(new.address, '@'))
						ELSE '+' || substr('•••••••••••••••', 1, max(0, length(new.address) - 4)) || substr(new.address, -3) END,
					'status', new.status, 'code', new.code, 'reason', new.reason, 'vendorId', new.vendor_id,
					'at', strftime('%Y-%m-%dT%H:%M:%fZ', new.claimed_at / 1000.0, 'unixepoch')))),
		'waiting', 0, CAST(unixepoch('subsec') * 1000 AS INTEGER)
	FROM broadcasts b JOIN identities s ON s.id = new.identity_id JOIN identities i ON i.id = coalesce(s.merged_into, s.id) AND i.closed_at IS NULL
		JOIN hooks h ON h.enterprise_id = new.enterprise_id AND h.is_on = 1 AND EXISTS (SELECT 1 FROM json_each(h.events) e WHERE e.value = 'broadcast.status')
	WHERE b.id = substr(new.id, 1, 28) || '00000000'
	ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
-- Receivers that ask for it hear how each message to a bot ended, without a word of it: `turns` has it under the message's id.
CREATE TRIGGER `message_turns_told` AFTER UPDATE OF `state` ON `message_turns`
WHEN old.state = 'waiting' AND new.state <> 'waiting' AND EXISTS (SELECT 1 FROM hooks h, json_each(h.events) e
	WHERE h.enterprise_id = new.enterprise_id AND h.is_on = 1 AND e.value = 'bot.turn') BEGIN
	INSERT INTO hook_deliveries (id, enterprise_id, hook_id, cause, type, chat_id, body, state, next_at, at)
	SELECT 'msg_' || lower(hex(randomblob(16))), new.enterprise_id, h.id, 'bot.turn:' || new.message_id, 'bot.turn', new.chat_id,
		json_object('type', 'bot.turn', 'timestamp', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'),
			'revision', max(coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'hook_deliveries'), 0), coalesce((SELECT max(seq) FROM hook_deliveries), 0)) + 1,
			'data', json_object(
				'chat', json_object('id', c.id, 'channelId', c.channel_id,
					'customerId', (SELECT u.id FROM customers u WHERE u.enterprise_id = i.enterprise_id AND u.number = i.customer AND u.deleted_at IS NULL)),
				'bot', json_object('id', new.bot_id, 'name', (SELECT a.name FROM agents a WHERE a.id = new.bot_id)),
				'turn', json_object('messageId', new.message_id,
					'outcome', CASE WHEN new.state <> 'done' THEN new.state WHEN c.waiting_since IS NOT NULL OR c.state = 4 THEN 'handedOver' ELSE 'answered' END,
					'kind', t.kind,
					'intent', CASE WHEN t.intent_id IS NOT NULL THEN json_object('id', t.intent_id, 'name', t.intent_name) END,
					'confidence', t.confidence, 'emotion', t.emotion,
					'at', strftime('%Y-%m-%dT%H:%M:%fZ', coalesce(t.at, new.at) / 1000.0, 'unixepoch')))),
		'waiting', 0, CAST(unixepoch('subsec') * 1000 AS INTEGER)
	FROM chats c JOIN identities i ON i.id = c.identity_id AND i.closed_at IS NULL
		JOIN hooks h ON h.enterprise_id = new.enterprise_id AND h.is_on = 1 AND EXISTS (SELECT 1 FROM json_each(h.events) e WHERE e.value = 'bot.turn')
		LEFT JOIN turns t ON t.id = new.message_id AND t.enterprise_id = new.enterprise_id
	WHERE c.id = new.chat_id
	ON CONFLICT DO NOTHING;
END;
