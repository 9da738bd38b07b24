CREATE TABLE `message_media` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`channel_id` text NOT NULL,
	`identity_id` text NOT NULL,
	`message_id` text NOT NULL,
	`kind` text NOT NULL,
	`medium` text NOT NULL,
	`state` text NOT NULL,
	`failure` text,
	`file_id` text,
	`mime` text,
	`name` text,
	`bytes` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`not_before` integer NOT NULL,
	`until` integer NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `message_media_message` ON `message_media` (`enterprise_id`,`message_id`);--> statement-breakpoint
CREATE INDEX `message_media_identity` ON `message_media` (`enterprise_id`,`identity_id`);--> statement-breakpoint
CREATE INDEX `message_media_waiting` ON `message_media` (`channel_id`,`not_before`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `drive_files_counted` ON `drive_files` (`enterprise_id`,`bytes`) WHERE state = 'ready' AND use <> 'inbound';--> statement-breakpoint
CREATE INDEX `messages_file` ON `messages` (`enterprise_id`,body ->> '$.medium.fileId') WHERE body ->> '$.medium.fileId' IS NOT NULL;