-- Accepting or refusing offers begins journeys: told where it changes what held before, and only where somebody waits for it.
-- A question whether somebody wants offers is no word of theirs, nor is a block, its end, or a refusal that is carried over.
CREATE TRIGGER `consents_enter` AFTER INSERT ON `consents`
WHEN new.purpose = 'marketing' AND new.source NOT GLOB 'joined:*' AND new.source NOT GLOB 'pending:*' AND new.source NOT GLOB 'suppression:*'
	AND new.source NOT GLOB 'parted:*' AND new.source NOT GLOB 'blacklist*' AND EXISTS (SELECT 1 FROM automation_triggers t WHERE t.enterprise_id = new.enterprise_id
		AND t.kind = 'consent' AND t.key = iif(new.given = 1, 'optIn', 'optOut'))
	AND NOT EXISTS (SELECT 1 FROM consents c WHERE c.enterprise_id = new.enterprise_id AND c.identity_id = new.identity_id
		AND c.purpose = new.purpose AND (c.at, c.id) > (new.at, new.id))
	AND new.given IS NOT (SELECT c.given FROM consents c WHERE c.enterprise_id = new.enterprise_id AND c.identity_id = new.identity_id
		AND c.purpose = new.purpose AND c.id <> new.id AND c.source NOT GLOB 'pending:*' AND c.source NOT GLOB 'blacklist*' ORDER BY c.at DESC, c.id DESC LIMIT 1) BEGIN
	INSERT INTO entry_news (enterprise_id, event_id, kind, key, identity_id, data, at)
	VALUES (new.enterprise_id, 'consent:' || new.id, 'consent', iif(new.given = 1, 'optIn', 'optOut'), new.identity_id,
		json_object('kind', 'consent', 'what', iif(new.given = 1, 'optIn', 'optOut')), CAST(unixepoch('subsec') * 1000 AS INTEGER)) ON CONFLICT DO NOTHING;
END;
