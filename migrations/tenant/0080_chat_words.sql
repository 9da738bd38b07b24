CREATE TABLE `chat_words` (
	`number` integer PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`chat_id` text NOT NULL,
	`revision` integer NOT NULL,
	`changed_at` integer NOT NULL,
	`messages` integer NOT NULL,
	`bots` text NOT NULL,
	`journeys` text NOT NULL,
	`agents` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `chat_words_chat` ON `chat_words` (`chat_id`);--> statement-breakpoint
CREATE INDEX `chat_words_changed` ON `chat_words` (`changed_at`);--> statement-breakpoint
CREATE INDEX `chats_changed` ON `chats` (`updated_at`);--> statement-breakpoint
CREATE VIRTUAL TABLE `chats_fts` USING fts5(facets, name, address, words, content='', contentless_delete=1, prefix='2 3 4', detail=column, tokenize="unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'");--> statement-breakpoint
CREATE TRIGGER `chat_words_removed` AFTER DELETE ON `chat_words` BEGIN
	DELETE FROM chats_fts WHERE rowid = old.number;
END;--> statement-breakpoint
CREATE TRIGGER `chats_unfound` AFTER DELETE ON `chats` BEGIN
	DELETE FROM chat_words WHERE chat_id = old.id;
END;--> statement-breakpoint
-- Erasing somebody makes their chats nobody's.
CREATE TRIGGER `chats_forgotten` AFTER UPDATE OF `identity_id` ON `chats` WHEN new.identity_id = '' BEGIN
	DELETE FROM chat_words WHERE chat_id = old.id;
END;
