ALTER TABLE `chats` ADD `first_pickup_ms` integer;--> statement-breakpoint
CREATE INDEX `chats_asked` ON `chats` (`enterprise_id`,`asked_at`,`department_id`,`first_pickup_ms`,`state`,`closed_at`) WHERE asked_at IS NOT NULL;--> statement-breakpoint
UPDATE `chats` SET `first_pickup_ms` = (SELECT min(a.at) - chats.asked_at FROM chat_actions a WHERE a.enterprise_id = chats.enterprise_id AND a.chat_id = chats.id AND a.type IN (2, 27) AND a.at >= chats.asked_at) WHERE `asked_at` IS NOT NULL AND `picked_at` IS NOT NULL;--> statement-breakpoint
CREATE TRIGGER `chats_first_picked` AFTER UPDATE OF `picked_at` ON `chats` WHEN new.picked_at IS NOT old.picked_at AND new.picked_at IS NOT NULL AND new.asked_at IS NOT NULL AND new.first_pickup_ms IS NULL BEGIN
	UPDATE chats SET first_pickup_ms = max(0, new.picked_at - new.asked_at) WHERE id = new.id;
END;
