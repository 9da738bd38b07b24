CREATE TABLE `message_words` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`enterprise_id` text NOT NULL,
	`message_id` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `message_words_message` ON `message_words` (`message_id`);--> statement-breakpoint
CREATE VIRTUAL TABLE `messages_fts` USING fts5(enterprise, chat, words, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'");--> statement-breakpoint
CREATE TRIGGER `message_words_added` AFTER INSERT ON `messages` WHEN new.by_kind <> 'system' AND coalesce(new.body ->> '$.text', new.body ->> '$.caption', new.body ->> '$.rendered', new.body ->> '$.label', new.body ->> '$.body.text', '') <> '' BEGIN
	INSERT INTO message_words (enterprise_id, message_id) VALUES (new.enterprise_id, new.id);
	INSERT INTO messages_fts (rowid, enterprise, chat, words) SELECT number, replace(enterprise_id, '-', ''), replace(new.chat_id, '-', ''), coalesce(new.body ->> '$.text', new.body ->> '$.caption', new.body ->> '$.rendered', new.body ->> '$.label', new.body ->> '$.body.text', '') FROM message_words WHERE message_id = new.id;
END;--> statement-breakpoint
CREATE TRIGGER `message_words_removed` AFTER DELETE ON `messages` BEGIN
	DELETE FROM messages_fts WHERE rowid = (SELECT number FROM message_words WHERE message_id = old.id);
	DELETE FROM message_words WHERE message_id = old.id;
END;--> statement-breakpoint
INSERT INTO message_words (enterprise_id, message_id) SELECT enterprise_id, id FROM messages WHERE by_kind <> 'system' AND coalesce(body ->> '$.text', body ->> '$.caption', body ->> '$.rendered', body ->> '$.label', body ->> '$.body.text', '') <> '' ORDER BY at, id;--> statement-breakpoint
INSERT INTO messages_fts (rowid, enterprise, chat, words) SELECT w.number, replace(w.enterprise_id, '-', ''), replace(m.chat_id, '-', ''), coalesce(m.body ->> '$.text', m.body ->> '$.caption', m.body ->> '$.rendered', m.body ->> '$.label', m.body ->> '$.body.text', '') FROM message_words w JOIN messages m ON m.id = w.message_id;
