CREATE TABLE `speech_jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`name` text NOT NULL,
	`text` text DEFAULT '' NOT NULL,
	`language` text NOT NULL,
	`found_language` text DEFAULT '' NOT NULL,
	`voice` text DEFAULT '' NOT NULL,
	`speed` real DEFAULT 1 NOT NULL,
	`file_id` text,
	`media_type` text DEFAULT '' NOT NULL,
	`seconds` real,
	`segments` text,
	`message_id` text,
	`identity_id` text,
	`done_at` integer,
	`revision` integer DEFAULT 1 NOT NULL,
	`updated_by` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `speech_jobs_newest` ON `speech_jobs` (`enterprise_id`,`kind`,`id`) WHERE message_id IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `speech_jobs_message` ON `speech_jobs` (`enterprise_id`,`message_id`) WHERE message_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `speech_jobs_identity` ON `speech_jobs` (`enterprise_id`,`identity_id`) WHERE identity_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `speech_jobs_file` ON `speech_jobs` (`file_id`);--> statement-breakpoint
CREATE INDEX `speech_jobs_waiting` ON `speech_jobs` (`enterprise_id`) WHERE state = 'waiting';--> statement-breakpoint
CREATE TABLE `speech_settings` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`provider` text NOT NULL,
	`base_url` text NOT NULL,
	`speech_model` text NOT NULL,
	`transcription_model` text NOT NULL,
	`voices` text NOT NULL,
	`has_key` integer NOT NULL,
	`key_hint` text NOT NULL,
	`transcribes_voice` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`updated_by` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `speech_settings_enterprise` ON `speech_settings` (`enterprise_id`);--> statement-breakpoint
CREATE TRIGGER `usage_speech` AFTER UPDATE OF `state` ON `speech_jobs` WHEN new.state = 'done' AND old.state <> 'done' AND new.seconds > 0 BEGIN
	INSERT INTO usage_days (enterprise_id, kind, day, count) VALUES (new.enterprise_id, 'speechSecond', new.done_at / 86400000, CAST(new.seconds + 0.999 AS INTEGER))
		ON CONFLICT DO UPDATE SET count = count + excluded.count;
END;
