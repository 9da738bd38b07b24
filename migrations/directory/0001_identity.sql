CREATE TABLE `directory_audit` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`at` integer NOT NULL,
	`user_id` text NOT NULL,
	`action` text NOT NULL,
	`object_kind` text NOT NULL,
	`object_id` text NOT NULL,
	`object_name` text NOT NULL,
	`before` text,
	`after` text,
	`address` text NOT NULL,
	`request_id` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `directory_audit_newest` ON `directory_audit` (`enterprise_id`,`at`);--> statement-breakpoint
CREATE INDEX `directory_audit_object` ON `directory_audit` (`enterprise_id`,`object_id`,`at`);--> statement-breakpoint
CREATE TABLE `login_challenges` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`user_id` text NOT NULL,
	`method` text NOT NULL,
	`code_hash` text,
	`tries` integer DEFAULT 0 NOT NULL,
	`sent` integer DEFAULT 0 NOT NULL,
	`remove_existing_session` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `login_challenges_user` ON `login_challenges` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `login_challenges_expiry` ON `login_challenges` (`expires_at`);--> statement-breakpoint
CREATE TABLE `one_time_codes` (
	`hash` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`purpose` text NOT NULL,
	`user_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `one_time_codes_user` ON `one_time_codes` (`user_id`,`purpose`);--> statement-breakpoint
CREATE INDEX `one_time_codes_expiry` ON `one_time_codes` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sso_attempts` (
	`state_hash` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`nonce_hash` text NOT NULL,
	`verifier_sealed` text NOT NULL,
	`verifier_key_version` integer NOT NULL,
	`next` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sso_attempts_expiry` ON `sso_attempts` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sso_connections` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`issuer` text NOT NULL,
	`client_id` text NOT NULL,
	`secret_sealed` text,
	`secret_key_version` integer,
	`enabled` integer NOT NULL,
	`direct` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`updated_by` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `role_permissions` (
	`enterprise_id` text NOT NULL,
	`role` integer NOT NULL,
	`permissions` text NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`updated_by` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`enterprise_id`, `role`)
);
--> statement-breakpoint
CREATE TABLE `mails` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text,
	`to_address` text NOT NULL,
	`to_name` text NOT NULL,
	`template` text NOT NULL,
	`sealed` text,
	`key_version` integer,
	`state` text NOT NULL,
	`attempts` integer NOT NULL,
	`lease_until` integer NOT NULL,
	`outcome` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `mails_open` ON `mails` (`lease_until`) WHERE state IN ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX `mails_newest` ON `mails` (`created_at`);--> statement-breakpoint
CREATE TABLE `invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`roles` text NOT NULL,
	`code_hash` text NOT NULL,
	`state` text NOT NULL,
	`expires_at` integer NOT NULL,
	`invited_by` text NOT NULL,
	`sent_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_one_open` ON `invitations` (`enterprise_id`,`email_key`) WHERE state = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_code` ON `invitations` (`code_hash`);--> statement-breakpoint
CREATE INDEX `invitations_enterprise` ON `invitations` (`enterprise_id`,`id`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`hash` text NOT NULL,
	`used_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `recovery_codes_user` ON `recovery_codes` (`user_id`,`hash`);--> statement-breakpoint
CREATE TABLE `user_identities` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`user_id` text NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_identities_subject` ON `user_identities` (`enterprise_id`,`issuer`,`subject`);--> statement-breakpoint
ALTER TABLE `enterprises` ADD `details` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `enterprises` ADD `white_label` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `enterprises` ADD `two_factor_required` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `enterprises` ADD `single_session` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `enterprises` ADD `revision` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `enterprises` ADD `updated_by` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `must_change_password` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `two_factor` text DEFAULT 'off' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `totp_sealed` text;--> statement-breakpoint
ALTER TABLE `users` ADD `totp_key_version` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `totp_last_step` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `totp_pending` text;--> statement-breakpoint
ALTER TABLE `users` ADD `sso_direct` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `phone` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `timezone` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `picture_id` text;--> statement-breakpoint
ALTER TABLE `users` ADD `agent_status` text DEFAULT 'offline' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `enable_chat_notification` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `audio_settings` text;--> statement-breakpoint
ALTER TABLE `users` ADD `chat_settings` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `last_login_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `revision` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `updated_by` text DEFAULT '' NOT NULL;