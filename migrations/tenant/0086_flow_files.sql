DROP INDEX `message_media_message`;--> statement-breakpoint
ALTER TABLE `message_media` ADD `part` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `message_media_unanswered` ON `message_media` (`until`) WHERE message_id = '';--> statement-breakpoint
CREATE UNIQUE INDEX `message_media_message` ON `message_media` (`enterprise_id`,`message_id`,`part`);