CREATE TABLE `video_recordings` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`room_id` text NOT NULL,
	`chat_id` text NOT NULL,
	`state` text NOT NULL,
	`key` text NOT NULL,
	`media_type` text NOT NULL,
	`parts` integer DEFAULT 0 NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`consented_at` integer,
	`ended_at` integer,
	`created_by` text NOT NULL,
	`created_name` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `video_recordings_running` ON `video_recordings` (`enterprise_id`,`room_id`) WHERE state IN ('asked', 'recording');--> statement-breakpoint
CREATE INDEX `video_recordings_room` ON `video_recordings` (`enterprise_id`,`room_id`);--> statement-breakpoint
CREATE INDEX `video_recordings_chat` ON `video_recordings` (`enterprise_id`,`chat_id`);--> statement-breakpoint
CREATE INDEX `video_recordings_leaving` ON `video_recordings` (`state`) WHERE state = 'leaving';--> statement-breakpoint
CREATE TABLE `video_rooms` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`chat_id` text NOT NULL,
	`state` text NOT NULL,
	`started_by` text NOT NULL,
	`started_name` text NOT NULL,
	`enterprise_name` text NOT NULL,
	`invitation` integer NOT NULL,
	`seat` text,
	`joined_at` integer,
	`ends_at` integer NOT NULL,
	`ended_at` integer,
	`ended_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `video_rooms_running` ON `video_rooms` (`enterprise_id`,`chat_id`) WHERE state <> 'ended';--> statement-breakpoint
CREATE INDEX `video_rooms_chat` ON `video_rooms` (`enterprise_id`,`chat_id`);--> statement-breakpoint
CREATE INDEX `video_rooms_newest` ON `video_rooms` (`enterprise_id`,`created_at`);