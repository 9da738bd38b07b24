CREATE TABLE `entry_evaluations` (
	`n` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`enterprise_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`event_id` text NOT NULL,
	`kind` text NOT NULL,
	`customer` integer,
	`identity_id` text,
	`result` text NOT NULL,
	`detail` text DEFAULT '' NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `entry_evaluations_event` ON `entry_evaluations` (`instance_id`,`event_id`);--> statement-breakpoint
CREATE INDEX `entry_evaluations_latest` ON `entry_evaluations` (`instance_id`,`n`);--> statement-breakpoint
CREATE INDEX `entry_evaluations_person` ON `entry_evaluations` (`enterprise_id`,`identity_id`);--> statement-breakpoint
CREATE TABLE `entry_news` (
	`n` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`enterprise_id` text NOT NULL,
	`event_id` text NOT NULL,
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`instance_id` text,
	`channel_id` text,
	`customer` integer,
	`identity_id` text,
	`data` text NOT NULL,
	`at` integer NOT NULL,
	`due_at` integer DEFAULT 0 NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`done_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `entry_news_event` ON `entry_news` (`enterprise_id`,`event_id`);--> statement-breakpoint
CREATE INDEX `entry_news_waiting` ON `entry_news` (`n`) WHERE done_at IS NULL;--> statement-breakpoint
CREATE INDEX `entry_news_done` ON `entry_news` (`done_at`) WHERE done_at IS NOT NULL;--> statement-breakpoint
DROP INDEX `automation_triggers_key`;--> statement-breakpoint
ALTER TABLE `automation_triggers` ADD `data` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `automation_triggers` ADD `cursor` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `automation_triggers_waiting` ON `automation_triggers` (`enterprise_id`,`kind`,`key`);--> statement-breakpoint
CREATE UNIQUE INDEX `automation_triggers_key` ON `automation_triggers` (`channel_id`,`kind`,`key`) WHERE kind IN ('keyword', 'starts', 'contains');--> statement-breakpoint
ALTER TABLE `automation_instances` ADD `hook_secret` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `automation_instances` ADD `hook_sample` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `automation_instances` ADD `hook_at` integer;
--> statement-breakpoint
CREATE TRIGGER `customer_marks_enter` AFTER INSERT ON `customer_marks`
WHEN EXISTS (SELECT 1 FROM automation_triggers t WHERE t.enterprise_id = new.enterprise_id AND t.kind = 'membership' AND t.key = 'enters:' || new.mark_id) BEGIN
	INSERT INTO entry_news (enterprise_id, event_id, kind, key, customer, data, at)
	VALUES (new.enterprise_id, 'membership:' || lower(hex(randomblob(12))), 'membership', 'enters:' || new.mark_id, new.customer,
		json_object('kind', 'membership', 'what', 'enters', 'id', new.mark_id), CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;--> statement-breakpoint
CREATE TRIGGER `customer_marks_leave` AFTER DELETE ON `customer_marks`
WHEN EXISTS (SELECT 1 FROM automation_triggers t WHERE t.enterprise_id = old.enterprise_id AND t.kind = 'membership' AND t.key = 'leaves:' || old.mark_id) BEGIN
	INSERT INTO entry_news (enterprise_id, event_id, kind, key, customer, data, at)
	VALUES (old.enterprise_id, 'membership:' || lower(hex(randomblob(12))), 'membership', 'leaves:' || old.mark_id, old.customer,
		json_object('kind', 'membership', 'what', 'leaves', 'id', old.mark_id), CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;--> statement-breakpoint
CREATE TRIGGER `customers_field` AFTER UPDATE OF `data` ON `customers`
WHEN new.deleted_at IS NULL AND new.data IS NOT old.data
	AND EXISTS (SELECT 1 FROM automation_triggers t WHERE t.enterprise_id = new.enterprise_id AND t.kind = 'field') BEGIN
	INSERT INTO entry_news (enterprise_id, event_id, kind, key, customer, data, at)
	SELECT new.enterprise_id, 'field:' || lower(hex(randomblob(12))), 'field', t.key, new.number,
		json_object('kind', 'field', 'was', coalesce(old.data ->> ('$."' || t.key || '"'), ''), 'is', coalesce(new.data ->> ('$."' || t.key || '"'), '')),
		CAST(unixepoch('subsec') * 1000 AS INTEGER)
	FROM (SELECT DISTINCT key FROM automation_triggers WHERE enterprise_id = new.enterprise_id AND kind = 'field') t
	WHERE coalesce(new.data ->> ('$."' || t.key || '"'), '') <> coalesce(old.data ->> ('$."' || t.key || '"'), '');
END;--> statement-breakpoint
CREATE TRIGGER `customers_new` AFTER INSERT ON `customers`
WHEN EXISTS (SELECT 1 FROM automation_triggers t WHERE t.enterprise_id = new.enterprise_id AND t.kind = 'imported') BEGIN
	INSERT INTO entry_news (enterprise_id, event_id, kind, key, customer, data, at)
	VALUES (new.enterprise_id, 'imported:' || new.id, 'imported', '', new.number, '{"kind":"imported"}', CAST(unixepoch('subsec') * 1000 AS INTEGER)) ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER `chats_end` AFTER UPDATE OF `state` ON `chats`
WHEN new.state IS NOT old.state AND new.state IN (3, 4) AND EXISTS (SELECT 1 FROM automation_triggers t WHERE t.enterprise_id = new.enterprise_id
	AND t.kind = 'chatClosed' AND t.key = CASE new.state WHEN 3 THEN 'closed' ELSE 'missed' END AND t.channel_id = new.channel_id) BEGIN
	INSERT INTO entry_news (enterprise_id, event_id, kind, key, channel_id, identity_id, data, at)
	VALUES (new.enterprise_id, 'chat:' || new.id || ':' || new.revision, 'chatClosed', CASE new.state WHEN 3 THEN 'closed' ELSE 'missed' END, new.channel_id, new.identity_id,
		json_object('kind', 'chatClosed', 'chatId', new.id), CAST(unixepoch('subsec') * 1000 AS INTEGER)) ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER `broadcast_recipients_news` AFTER UPDATE OF `status`, `replied_at`, `clicked_at` ON `broadcast_recipients`
WHEN new.identity_id IS NOT NULL AND (new.status IS NOT old.status OR new.replied_at IS NOT old.replied_at OR new.clicked_at IS NOT old.clicked_at)
	AND EXISTS (SELECT 1 FROM automation_triggers t WHERE t.enterprise_id = new.enterprise_id AND t.kind = 'broadcast') BEGIN
	INSERT INTO entry_news (enterprise_id, event_id, kind, key, identity_id, data, at)
	SELECT new.enterprise_id, 'broadcast:' || new.id || ':' || s.what, 'broadcast', s.what, new.identity_id,
		json_object('kind', 'broadcast', 'what', s.what, 'broadcastId', substr(new.id, 1, 28) || '00000000', 'templateId',
			(SELECT b.template_id FROM broadcasts b WHERE b.id = substr(new.id, 1, 28) || '00000000')), CAST(unixepoch('subsec') * 1000 AS INTEGER)
	FROM (SELECT 'reply' AS what WHERE old.replied_at IS NULL AND new.replied_at IS NOT NULL
		UNION ALL SELECT 'click' WHERE old.clicked_at IS NULL AND new.clicked_at IS NOT NULL
		UNION ALL SELECT 'delivered' WHERE old.status NOT IN ('delivered', 'read') AND new.status IN ('delivered', 'read')
		UNION ALL SELECT 'failed' WHERE old.status <> 'failed' AND new.status = 'failed') s
	WHERE EXISTS (SELECT 1 FROM automation_triggers t WHERE t.enterprise_id = new.enterprise_id AND t.kind = 'broadcast' AND t.key = s.what) ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER `turns_intent` AFTER INSERT ON `turns`
WHEN new.intent_name IS NOT NULL AND EXISTS (SELECT 1 FROM automation_triggers t WHERE t.enterprise_id = new.enterprise_id AND t.kind = 'intent' AND t.key = new.intent_name) BEGIN
	INSERT INTO entry_news (enterprise_id, event_id, kind, key, channel_id, identity_id, data, at)
	SELECT new.enterprise_id, 'intent:' || new.id || ':' || c.id, 'intent', new.intent_name, c.id, h.identity_id,
		json_object('kind', 'intent', 'name', new.intent_name, 'text', new.text), CAST(unixepoch('subsec') * 1000 AS INTEGER)
	FROM conversations s CROSS JOIN channels c ON c.enterprise_id = new.enterprise_id AND c.agent_id = new.agent_id AND CAST(c.type AS TEXT) = new.channel
		CROSS JOIN chats h ON h.enterprise_id = new.enterprise_id AND h.channel_id = c.id AND h.identity_id = s.sender_id AND h.state NOT IN (3, 4)
	WHERE s.id = new.conversation_id ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER `runs_complete` AFTER UPDATE OF `state` ON `runs`
WHEN old.state = 'waiting' AND new.state = 'completed' AND EXISTS (SELECT 1 FROM automation_triggers t WHERE t.enterprise_id = new.enterprise_id AND t.kind = 'journey') BEGIN
	INSERT INTO entry_news (enterprise_id, event_id, kind, key, channel_id, identity_id, data, at)
	SELECT new.enterprise_id, 'journey:' || new.id, 'journey', i.automation_id, NULL, new.identity_id,
		json_object('kind', 'journey', 'journeyId', i.automation_id, 'outcome', new.data ->> '$.outcome'), CAST(unixepoch('subsec') * 1000 AS INTEGER)
	FROM automation_instances i WHERE i.id = new.instance_id AND EXISTS (SELECT 1 FROM automation_triggers t
		WHERE t.enterprise_id = new.enterprise_id AND t.kind = 'journey' AND t.key = i.automation_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `form_submissions_enter` AFTER INSERT ON `form_submissions`
WHEN (new.customer IS NOT NULL OR new.identity_id IS NOT NULL)
	AND EXISTS (SELECT 1 FROM automation_triggers t WHERE t.enterprise_id = new.enterprise_id AND t.kind = 'form' AND t.key = new.form_id) BEGIN
	INSERT INTO entry_news (enterprise_id, event_id, kind, key, customer, identity_id, data, at)
	VALUES (new.enterprise_id, 'form:' || new.id, 'form', new.form_id, new.customer, new.identity_id,
		json_object('kind', 'form', 'formId', new.form_id, 'submissionId', new.id), CAST(unixepoch('subsec') * 1000 AS INTEGER)) ON CONFLICT DO NOTHING;
END;
