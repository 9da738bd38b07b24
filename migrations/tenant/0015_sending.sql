CREATE TABLE `chat_counts` (
	`enterprise_id` text NOT NULL,
	`department_id` text NOT NULL,
	`handler` text NOT NULL,
	`state` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`enterprise_id`, `department_id`, `handler`, `state`)
);
--> statement-breakpoint
CREATE TABLE `message_hours` (
	`enterprise_id` text NOT NULL,
	`channel_id` text NOT NULL,
	`hour` integer NOT NULL,
	`direction` text NOT NULL,
	`fact` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`enterprise_id`, `hour`, `channel_id`, `direction`, `fact`)
);
--> statement-breakpoint
CREATE TABLE `sending_stops` (
	`enterprise_id` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`by` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `suppressions` (
	`enterprise_id` text NOT NULL,
	`channel_type` integer NOT NULL,
	`hash` text NOT NULL,
	`why` text NOT NULL,
	`source` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`enterprise_id`, `channel_type`, `hash`)
);
--> statement-breakpoint
CREATE TABLE `channel_events` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`channel_id` text NOT NULL,
	`what` text NOT NULL,
	`text` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `channel_events_channel` ON `channel_events` (`enterprise_id`,`channel_id`,`at`);--> statement-breakpoint
ALTER TABLE `addresses` ADD `hash` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `addresses` ADD `moved_from` text;--> statement-breakpoint
ALTER TABLE `identities` ADD `merged_into` text;--> statement-breakpoint
ALTER TABLE `identities` ADD `perhaps_other` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `reach` ADD `pair_at` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
INSERT INTO `chat_counts` SELECT `enterprise_id`, coalesce(`department_id`, ''), coalesce(`handler`, ''), `state`, count(*) FROM `chats` GROUP BY 1, 2, 3, 4;--> statement-breakpoint
CREATE TRIGGER `chats_counted` AFTER INSERT ON `chats` BEGIN
	INSERT INTO chat_counts (enterprise_id, department_id, handler, state, count)
	VALUES (new.enterprise_id, coalesce(new.department_id, ''), coalesce(new.handler, ''), new.state, 1)
	ON CONFLICT DO UPDATE SET count = count + 1;
END;--> statement-breakpoint
CREATE TRIGGER `chats_moved` AFTER UPDATE OF `department_id`, `handler`, `state` ON `chats`
WHEN old.state IS NOT new.state OR old.handler IS NOT new.handler OR old.department_id IS NOT new.department_id BEGIN
	UPDATE chat_counts SET count = count - 1 WHERE enterprise_id = old.enterprise_id
		AND department_id = coalesce(old.department_id, '') AND handler = coalesce(old.handler, '') AND state = old.state;
	INSERT INTO chat_counts (enterprise_id, department_id, handler, state, count)
	VALUES (new.enterprise_id, coalesce(new.department_id, ''), coalesce(new.handler, ''), new.state, 1)
	ON CONFLICT DO UPDATE SET count = count + 1;
END;--> statement-breakpoint
CREATE TRIGGER `chats_uncounted` AFTER DELETE ON `chats` BEGIN
	UPDATE chat_counts SET count = count - 1 WHERE enterprise_id = old.enterprise_id
		AND department_id = coalesce(old.department_id, '') AND handler = coalesce(old.handler, '') AND state = old.state;
END;--> statement-breakpoint
INSERT INTO `message_hours` SELECT `enterprise_id`, `channel_id`, `at` / 3600000, `direction`, 'made', count(*) FROM `messages` GROUP BY 1, 2, 3, 4;--> statement-breakpoint
INSERT INTO `message_hours` SELECT m.enterprise_id, m.channel_id, m.at / 3600000, m.direction, f.key, count(*) FROM `messages` m, json_each(m.facts) f GROUP BY 1, 2, 3, 4, 5;--> statement-breakpoint
INSERT INTO `message_hours` SELECT `enterprise_id`, `channel_id`, `at` / 3600000, `direction`, `status`, count(*) FROM `messages` WHERE `status` IN ('expired', 'cancelled') GROUP BY 1, 2, 3, 4, 5;--> statement-breakpoint
CREATE TRIGGER `messages_counted` AFTER INSERT ON `messages` BEGIN
	INSERT INTO message_hours (enterprise_id, channel_id, hour, direction, fact, count)
	VALUES (new.enterprise_id, new.channel_id, new.at / 3600000, new.direction, 'made', 1)
	ON CONFLICT DO UPDATE SET count = count + 1;
END;--> statement-breakpoint
CREATE TRIGGER `messages_stated` AFTER UPDATE OF `facts` ON `messages` WHEN old.facts IS NOT new.facts BEGIN
	INSERT INTO message_hours (enterprise_id, channel_id, hour, direction, fact, count)
	SELECT new.enterprise_id, new.channel_id, new.at / 3600000, new.direction, f.key, 1 FROM json_each(new.facts) f
	WHERE json_extract(old.facts, '$.' || f.key) IS NULL
	ON CONFLICT DO UPDATE SET count = count + 1;
END;--> statement-breakpoint
CREATE TRIGGER `messages_ended` AFTER UPDATE OF `status` ON `messages`
WHEN new.status IN ('expired', 'cancelled') AND old.status IS NOT new.status BEGIN
	INSERT INTO message_hours (enterprise_id, channel_id, hour, direction, fact, count)
	VALUES (new.enterprise_id, new.channel_id, new.at / 3600000, new.direction, new.status, 1)
	ON CONFLICT DO UPDATE SET count = count + 1;
END;
