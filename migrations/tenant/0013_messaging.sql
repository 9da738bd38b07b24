CREATE TABLE `chats` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`channel_id` text NOT NULL,
	`identity_id` text NOT NULL,
	`state` integer NOT NULL,
	`department_id` text,
	`handler` text,
	`waiting_since` integer,
	`bot_session_id` text,
	`seq` integer NOT NULL,
	`unread` integer NOT NULL,
	`last_at` integer NOT NULL,
	`last_text` text NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`updated_by` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `chats_open` ON `chats` (`enterprise_id`,`channel_id`,`identity_id`) WHERE state NOT IN (3, 4);--> statement-breakpoint
CREATE INDEX `chats_state` ON `chats` (`enterprise_id`,`state`,`last_at`);--> statement-breakpoint
CREATE TABLE `addresses` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`identity_id` text NOT NULL,
	`channel_type` integer NOT NULL,
	`scope` text NOT NULL,
	`kind` text NOT NULL,
	`address` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `addresses_address` ON `addresses` (`enterprise_id`,`channel_type`,`scope`,`kind`,`address`);--> statement-breakpoint
CREATE INDEX `addresses_identity` ON `addresses` (`enterprise_id`,`identity_id`);--> statement-breakpoint
CREATE TABLE `consents` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`identity_id` text NOT NULL,
	`channel_type` integer NOT NULL,
	`purpose` text NOT NULL,
	`given` integer NOT NULL,
	`wording` text NOT NULL,
	`source` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `consents_identity` ON `consents` (`enterprise_id`,`identity_id`,`purpose`,`at`);--> statement-breakpoint
CREATE TABLE `identities` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`channel_type` integer NOT NULL,
	`name` text NOT NULL,
	`customer` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `identities_customer` ON `identities` (`enterprise_id`,`customer`);--> statement-breakpoint
CREATE TABLE `reach` (
	`enterprise_id` text NOT NULL,
	`channel_id` text NOT NULL,
	`identity_id` text NOT NULL,
	`window_until` integer,
	`last_in_at` integer,
	`last_out_at` integer,
	`refused_until` integer,
	`reachable` integer DEFAULT true NOT NULL,
	PRIMARY KEY(`enterprise_id`, `channel_id`, `identity_id`)
);
--> statement-breakpoint
CREATE TABLE `inbound_events` (
	`n` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`enterprise_id` text NOT NULL,
	`channel_id` text NOT NULL,
	`event_key` text NOT NULL,
	`raw` text,
	`state` text NOT NULL,
	`about` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`failure` text,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `inbound_events_key` ON `inbound_events` (`enterprise_id`,`channel_id`,`event_key`);--> statement-breakpoint
CREATE INDEX `inbound_events_pending` ON `inbound_events` (`channel_id`,`n`) WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX `inbound_events_waiting` ON `inbound_events` (`channel_id`,`about`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `inbound_events_at` ON `inbound_events` (`at`);--> statement-breakpoint
CREATE TABLE `message_turns` (
	`n` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`enterprise_id` text NOT NULL,
	`channel_id` text NOT NULL,
	`identity_id` text NOT NULL,
	`chat_id` text NOT NULL,
	`message_id` text NOT NULL,
	`bot_id` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`failure` text,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `message_turns_message` ON `message_turns` (`enterprise_id`,`message_id`);--> statement-breakpoint
CREATE INDEX `message_turns_identity` ON `message_turns` (`identity_id`,`n`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `message_turns_waiting` ON `message_turns` (`channel_id`,`n`) WHERE state = 'waiting';--> statement-breakpoint
CREATE TABLE `messages` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`channel_id` text NOT NULL,
	`identity_id` text NOT NULL,
	`chat_id` text NOT NULL,
	`seq` integer NOT NULL,
	`direction` text NOT NULL,
	`kind` text NOT NULL,
	`body` text NOT NULL,
	`by_kind` text NOT NULL,
	`by_id` text NOT NULL,
	`cause` text,
	`vendor_id` text,
	`quoted` text,
	`status` text NOT NULL,
	`facts` text NOT NULL,
	`code` text,
	`reason` text,
	`category` text,
	`billable` integer,
	`send_class` integer,
	`claimed_by` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`not_before` integer DEFAULT 0 NOT NULL,
	`expires_at` integer,
	`speaker` text,
	`fact` text,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `messages_chat` ON `messages` (`enterprise_id`,`chat_id`,`seq`);--> statement-breakpoint
CREATE UNIQUE INDEX `messages_vendor` ON `messages` (`enterprise_id`,`channel_id`,`vendor_id`) WHERE vendor_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `messages_cause` ON `messages` (`enterprise_id`,`cause`) WHERE cause IS NOT NULL;--> statement-breakpoint
CREATE INDEX `messages_identity` ON `messages` (`enterprise_id`,`identity_id`,`at`);--> statement-breakpoint
CREATE INDEX `messages_queued` ON `messages` (`channel_id`,`send_class`,`id`) WHERE status = 'queued' AND claimed_by IS NULL;--> statement-breakpoint
CREATE INDEX `messages_claimed` ON `messages` (`claimed_by`) WHERE claimed_by IS NOT NULL;