-- A call is over with its chat, and when whoever called answers no more in it: whatever writes that, nobody can forget it. The
-- timer is what is left to do: both ends are told, and the chat says how long the call was.
CREATE TRIGGER `chats_end_call` AFTER UPDATE OF `state`, `handler`, `people` ON `chats`
WHEN (new.state IN (3, 4) AND old.state NOT IN (3, 4)) OR new.handler IS NOT old.handler OR new.people <> old.people BEGIN
	UPDATE video_rooms SET state = 'ended', ended_at = new.updated_at, ended_by = 'chat', updated_at = new.updated_at
		WHERE enterprise_id = new.enterprise_id AND chat_id = new.id AND state <> 'ended'
			AND (new.state IN (3, 4) OR new.handler IS NOT started_by AND NOT EXISTS (
				SELECT 1 FROM json_each(new.people) p WHERE p.value->>'uId' = started_by AND p.value->>'part' = 'joined'));
END;--> statement-breakpoint
CREATE TRIGGER `video_rooms_end_with_chat` AFTER UPDATE OF `ended_by` ON `video_rooms` WHEN new.ended_by = 'chat' AND old.ended_by IS NULL BEGIN
	UPDATE video_recordings SET state = CASE state WHEN 'asked' THEN 'refused' ELSE state END, ended_at = new.ended_at, updated_at = new.ended_at
		WHERE enterprise_id = new.enterprise_id AND room_id = new.id AND state IN ('asked', 'recording');
	INSERT INTO timers (enterprise_id, kind, subject, seq, due_at) VALUES (new.enterprise_id, 'videoCallEnds', new.id, new.ended_at, new.ended_at)
		ON CONFLICT (enterprise_id, kind, subject) DO UPDATE SET seq = excluded.seq, due_at = excluded.due_at, attempts = 0, failure = NULL;
END;
