ALTER TABLE `chats` ADD `suspended_until` integer;--> statement-breakpoint
ALTER TABLE `messages` ADD `held` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `messages_held` ON `messages` (`channel_id`,`not_before`) WHERE held = 1 AND status = 'queued';--> statement-breakpoint
CREATE INDEX `messages_held_chat` ON `messages` (`chat_id`) WHERE held = 1;--> statement-breakpoint
CREATE TRIGGER `messages_dated` AFTER UPDATE OF `at` ON `messages` WHEN old.at / 3600000 <> new.at / 3600000 BEGIN
	UPDATE message_hours SET count = count - 1 WHERE enterprise_id = old.enterprise_id AND channel_id = old.channel_id
		AND hour = old.at / 3600000 AND direction = old.direction AND fact = 'made';
	INSERT INTO message_hours (enterprise_id, channel_id, hour, direction, fact, count)
	VALUES (new.enterprise_id, new.channel_id, new.at / 3600000, new.direction, 'made', 1)
	ON CONFLICT DO UPDATE SET count = count + 1;
END;--> statement-breakpoint
DROP TRIGGER `chats_answered`;--> statement-breakpoint
CREATE TRIGGER `chats_answered` AFTER INSERT ON `messages` WHEN new.by_kind = 'person' AND new.direction = 'out' AND new.held = 0 BEGIN
	UPDATE chats SET first_response_ms = max(0, new.at - asked_at) WHERE id = new.chat_id AND first_response_ms IS NULL AND asked_at IS NOT NULL;
END;--> statement-breakpoint
CREATE TRIGGER `chats_answered_later` AFTER UPDATE OF `held` ON `messages` WHEN old.held = 1 AND new.held = 0 AND new.by_kind = 'person' AND new.direction = 'out' BEGIN
	UPDATE chats SET first_response_ms = max(0, new.at - asked_at) WHERE id = new.chat_id AND first_response_ms IS NULL AND asked_at IS NOT NULL;
END;
