CREATE TABLE `retentions` (
	`enterprise_id` text PRIMARY KEY NOT NULL,
	`sealed_until` integer DEFAULT 0 NOT NULL,
	`files_until` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE `identities` ADD `closed_at` integer;--> statement-breakpoint
CREATE TRIGGER `message_words_wiped` AFTER UPDATE OF `body` ON `messages` WHEN coalesce(new.body ->> '$.text', new.body ->> '$.caption', new.body ->> '$.rendered', new.body ->> '$.label', new.body ->> '$.body.text', '') = '' BEGIN
	DELETE FROM messages_fts WHERE rowid = (SELECT number FROM message_words WHERE message_id = old.id);
	DELETE FROM message_words WHERE message_id = old.id;
END;--> statement-breakpoint
DROP TRIGGER `chats_unfigured`;--> statement-breakpoint
CREATE TRIGGER `chats_unfigured` BEFORE DELETE ON `chats` WHEN old.closed_at IS NULL OR old.closed_at >= coalesce((SELECT sealed_until FROM retentions WHERE enterprise_id = old.enterprise_id), 0) BEGIN
	INSERT INTO chat_figures (enterprise_id, kind, hour, department_id, of_id, name, started, responses, response_ms, closed, timed_out, out_of_hours, duration_ms, rated, rating)
	SELECT enterprise_id, kind, at - at % 3600000, department_id, of_id, '', -started, -responses, -response_ms, -closed, -timed_out, -out_of_hours, -duration_ms, -rated, -rating FROM chat_counted WHERE chat_id = old.id
	ON CONFLICT DO UPDATE SET name = CASE excluded.name WHEN '' THEN name ELSE excluded.name END, started = started + excluded.started, responses = responses + excluded.responses, response_ms = response_ms + excluded.response_ms, closed = closed + excluded.closed, timed_out = timed_out + excluded.timed_out, out_of_hours = out_of_hours + excluded.out_of_hours, duration_ms = duration_ms + excluded.duration_ms, rated = rated + excluded.rated, rating = rating + excluded.rating;
END;
