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
END;
