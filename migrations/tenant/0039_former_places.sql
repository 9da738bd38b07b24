CREATE TABLE `former_places` (
	`chat_id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`place` text
);
--> statement-breakpoint
CREATE TRIGGER `chats_first_placed` AFTER INSERT ON `chats` BEGIN
	INSERT INTO former_places (chat_id, enterprise_id, place) VALUES (new.id, new.enterprise_id, NULL) ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER `chats_placed` AFTER UPDATE OF `state`, `handler`, `department_id`, `people`, `last_at` ON `chats`
WHEN old.state IS NOT new.state OR old.handler IS NOT new.handler OR old.department_id IS NOT new.department_id OR old.people IS NOT new.people OR old.state = 4 AND old.last_at IS NOT new.last_at BEGIN
	INSERT INTO former_places (chat_id, enterprise_id, place) VALUES (old.id, old.enterprise_id, json_object('state', old.state, 'handler', old.handler, 'departmentId', old.department_id,
		'people', json((SELECT json_group_array(json_object('uId', p.value ->> 'uId', 'part', p.value ->> 'part')) FROM json_each(old.people) p)), 'lastAt', old.last_at)) ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER `chats_unplaced` AFTER DELETE ON `chats` BEGIN
	DELETE FROM former_places WHERE chat_id = old.id;
END;--> statement-breakpoint
CREATE TRIGGER `places_told` AFTER INSERT ON `live_events` WHEN substr(new.body, 1, 24) = '{"action":"chatsChanged"' BEGIN
	DELETE FROM former_places WHERE chat_id IN (SELECT c.value ->> 'id' FROM json_each(new.body, '$.data.chats') c);
END;
