CREATE INDEX `chats_person` ON `chats` (`enterprise_id`,`identity_id`,`last_at`);--> statement-breakpoint
CREATE INDEX `chats_ended` ON `chats` (`enterprise_id`,`closed_at`) WHERE state IN (3, 4);