CREATE TABLE `floors` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`channel_id` text NOT NULL,
	`identity_id` text NOT NULL,
	`bot_id` text NOT NULL,
	`until` integer NOT NULL,
	`seq` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `floors_identity` ON `floors` (`enterprise_id`,`channel_id`,`identity_id`);--> statement-breakpoint
CREATE TABLE `timers` (
	`enterprise_id` text NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`seq` integer NOT NULL,
	`due_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`failure` text,
	PRIMARY KEY(`enterprise_id`, `kind`, `subject`)
);
--> statement-breakpoint
CREATE INDEX `timers_due` ON `timers` (`due_at`);--> statement-breakpoint
-- Bots that are asking somebody for something get the answer, as before.
INSERT INTO `floors` (`id`, `enterprise_id`, `channel_id`, `identity_id`, `bot_id`, `until`, `seq`)
SELECT c.id, c.enterprise_id, c.channel_id, c.identity_id, s.agent_id, s.last_at + 1800000, 1
FROM chats c JOIN conversations s ON s.id = c.bot_session_id
WHERE c.state NOT IN (3, 4) AND c.handler IS NULL AND c.waiting_since IS NULL AND s.pending IS NOT NULL;--> statement-breakpoint
INSERT INTO `timers` (`enterprise_id`, `kind`, `subject`, `seq`, `due_at`)
SELECT enterprise_id, 'floorEnds', id, seq, until FROM floors;
