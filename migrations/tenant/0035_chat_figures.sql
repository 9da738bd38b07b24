CREATE TABLE `chat_figures` (
	`enterprise_id` text NOT NULL,
	`kind` text NOT NULL,
	`hour` integer NOT NULL,
	`department_id` text NOT NULL,
	`of_id` text NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`started` integer DEFAULT 0 NOT NULL,
	`responses` integer DEFAULT 0 NOT NULL,
	`response_ms` integer DEFAULT 0 NOT NULL,
	`closed` integer DEFAULT 0 NOT NULL,
	`timed_out` integer DEFAULT 0 NOT NULL,
	`out_of_hours` integer DEFAULT 0 NOT NULL,
	`duration_ms` integer DEFAULT 0 NOT NULL,
	`rated` integer DEFAULT 0 NOT NULL,
	`rating` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`enterprise_id`, `kind`, `hour`, `department_id`, `of_id`)
);
--> statement-breakpoint
ALTER TABLE `chats` ADD `asked_at` integer;--> statement-breakpoint
ALTER TABLE `chats` ADD `first_response_ms` integer;--> statement-breakpoint
CREATE INDEX `chats_begun` ON `chats` (`enterprise_id`,`created_at`);--> statement-breakpoint
UPDATE `chats` SET `asked_at` = coalesce((SELECT min(m.at) FROM messages m WHERE m.enterprise_id = chats.enterprise_id AND m.chat_id = chats.id AND m.by_kind = 'system' AND (m.cause LIKE 'queue:%' OR m.cause LIKE 'handOver:%')), waiting_since) WHERE `state` <> 4 OR `missed_reason` IS 1;--> statement-breakpoint
UPDATE `chats` SET `first_response_ms` = (SELECT max(0, min(m.at) - chats.asked_at) FROM messages m WHERE m.enterprise_id = chats.enterprise_id AND m.chat_id = chats.id AND m.by_kind = 'person' AND m.direction = 'out') WHERE `asked_at` IS NOT NULL;--> statement-breakpoint
CREATE VIEW `chat_moments` AS SELECT enterprise_id, id AS chat_id, coalesce(department_id, '') AS department_id, channel_id, handler, handler_name, labels, created_at AS at,
	1 AS started, first_response_ms IS NOT NULL AS responses, coalesce(first_response_ms, 0) AS response_ms, 0 AS closed, 0 AS timed_out, 0 AS out_of_hours, 0 AS duration_ms, 0 AS rated, 0 AS rating FROM chats
UNION ALL SELECT enterprise_id, id AS chat_id, coalesce(department_id, '') AS department_id, channel_id, handler, handler_name, labels, closed_at,
	0, 0, 0, state = 3, state = 4 AND missed_reason IS 1, state = 4 AND missed_reason IS NOT 1, CASE state WHEN 3 THEN closed_at - created_at ELSE 0 END, rating IS NOT NULL, coalesce(rating, 0) FROM chats WHERE state IN (3, 4) AND closed_at IS NOT NULL;--> statement-breakpoint
CREATE VIEW `chat_counted` AS SELECT 'all' AS kind, '' AS of_id, '' AS name, m.* FROM chat_moments m
UNION ALL SELECT 'channel', channel_id, '', m.* FROM chat_moments m
UNION ALL SELECT 'agent', handler, handler_name, m.* FROM chat_moments m WHERE handler IS NOT NULL
UNION ALL SELECT 'label', e.value, '', m.* FROM chat_moments m, json_each(m.labels) e;--> statement-breakpoint
INSERT INTO `chat_figures` (enterprise_id, kind, hour, department_id, of_id, name, started, responses, response_ms, closed, timed_out, out_of_hours, duration_ms, rated, rating) SELECT enterprise_id, kind, at - at % 3600000, department_id, of_id, max(name), sum(started), sum(responses), sum(response_ms), sum(closed), sum(timed_out), sum(out_of_hours), sum(duration_ms), sum(rated), sum(rating) FROM chat_counted GROUP BY 1, 2, 3, 4, 5;--> statement-breakpoint
CREATE TRIGGER `chats_figured` AFTER INSERT ON `chats` BEGIN
	INSERT INTO chat_figures (enterprise_id, kind, hour, department_id, of_id, name, started, responses, response_ms, closed, timed_out, out_of_hours, duration_ms, rated, rating)
	SELECT enterprise_id, kind, at - at % 3600000, department_id, of_id, name, started, responses, response_ms, closed, timed_out, out_of_hours, duration_ms, rated, rating FROM chat_counted WHERE chat_id = new.id
	ON CONFLICT DO UPDATE SET name = CASE excluded.name WHEN '' THEN name ELSE excluded.name END, started = started + excluded.started, responses = responses + excluded.responses, response_ms = response_ms + excluded.response_ms, closed = closed + excluded.closed, timed_out = timed_out + excluded.timed_out, out_of_hours = out_of_hours + excluded.out_of_hours, duration_ms = duration_ms + excluded.duration_ms, rated = rated + excluded.rated, rating = rating + excluded.rating;
END;--> statement-breakpoint
CREATE TRIGGER `chats_unfigured` BEFORE DELETE ON `chats` BEGIN
	INSERT INTO chat_figures (enterprise_id, kind, hour, department_id, of_id, name, started, responses, response_ms, closed, timed_out, out_of_hours, duration_ms, rated, rating)
	SELECT enterprise_id, kind, at - at % 3600000, department_id, of_id, '', -started, -responses, -response_ms, -closed, -timed_out, -out_of_hours, -duration_ms, -rated, -rating FROM chat_counted WHERE chat_id = old.id
	ON CONFLICT DO UPDATE SET name = CASE excluded.name WHEN '' THEN name ELSE excluded.name END, started = started + excluded.started, responses = responses + excluded.responses, response_ms = response_ms + excluded.response_ms, closed = closed + excluded.closed, timed_out = timed_out + excluded.timed_out, out_of_hours = out_of_hours + excluded.out_of_hours, duration_ms = duration_ms + excluded.duration_ms, rated = rated + excluded.rated, rating = rating + excluded.rating;
END;--> statement-breakpoint
CREATE TRIGGER `chats_figured_before` BEFORE UPDATE OF `created_at`, `channel_id`, `department_id`, `handler`, `handler_name`, `labels`, `state`, `missed_reason`, `closed_at`, `rating`, `first_response_ms` ON `chats`
WHEN old.created_at IS NOT new.created_at OR old.channel_id IS NOT new.channel_id OR old.department_id IS NOT new.department_id OR old.handler IS NOT new.handler OR old.handler_name IS NOT new.handler_name OR old.labels IS NOT new.labels OR old.state IS NOT new.state OR old.missed_reason IS NOT new.missed_reason OR old.closed_at IS NOT new.closed_at OR old.rating IS NOT new.rating OR old.first_response_ms IS NOT new.first_response_ms BEGIN
	INSERT INTO chat_figures (enterprise_id, kind, hour, department_id, of_id, name, started, responses, response_ms, closed, timed_out, out_of_hours, duration_ms, rated, rating)
	SELECT enterprise_id, kind, at - at % 3600000, department_id, of_id, '', -started, -responses, -response_ms, -closed, -timed_out, -out_of_hours, -duration_ms, -rated, -rating FROM chat_counted WHERE chat_id = old.id
	ON CONFLICT DO UPDATE SET name = CASE excluded.name WHEN '' THEN name ELSE excluded.name END, started = started + excluded.started, responses = responses + excluded.responses, response_ms = response_ms + excluded.response_ms, closed = closed + excluded.closed, timed_out = timed_out + excluded.timed_out, out_of_hours = out_of_hours + excluded.out_of_hours, duration_ms = duration_ms + excluded.duration_ms, rated = rated + excluded.rated, rating = rating + excluded.rating;
END;--> statement-breakpoint
CREATE TRIGGER `chats_figured_after` AFTER UPDATE OF `created_at`, `channel_id`, `department_id`, `handler`, `handler_name`, `labels`, `state`, `missed_reason`, `closed_at`, `rating`, `first_response_ms` ON `chats`
WHEN old.created_at IS NOT new.created_at OR old.channel_id IS NOT new.channel_id OR old.department_id IS NOT new.department_id OR old.handler IS NOT new.handler OR old.handler_name IS NOT new.handler_name OR old.labels IS NOT new.labels OR old.state IS NOT new.state OR old.missed_reason IS NOT new.missed_reason OR old.closed_at IS NOT new.closed_at OR old.rating IS NOT new.rating OR old.first_response_ms IS NOT new.first_response_ms BEGIN
	INSERT INTO chat_figures (enterprise_id, kind, hour, department_id, of_id, name, started, responses, response_ms, closed, timed_out, out_of_hours, duration_ms, rated, rating)
	SELECT enterprise_id, kind, at - at % 3600000, department_id, of_id, name, started, responses, response_ms, closed, timed_out, out_of_hours, duration_ms, rated, rating FROM chat_counted WHERE chat_id = new.id
	ON CONFLICT DO UPDATE SET name = CASE excluded.name WHEN '' THEN name ELSE excluded.name END, started = started + excluded.started, responses = responses + excluded.responses, response_ms = response_ms + excluded.response_ms, closed = closed + excluded.closed, timed_out = timed_out + excluded.timed_out, out_of_hours = out_of_hours + excluded.out_of_hours, duration_ms = duration_ms + excluded.duration_ms, rated = rated + excluded.rated, rating = rating + excluded.rating;
END;--> statement-breakpoint
CREATE TRIGGER `chats_begun_waiting` AFTER INSERT ON `chats` WHEN new.waiting_since IS NOT NULL BEGIN
	UPDATE chats SET asked_at = new.waiting_since WHERE id = new.id AND asked_at IS NULL;
END;--> statement-breakpoint
CREATE TRIGGER `chats_asked` AFTER UPDATE OF `waiting_since` ON `chats` WHEN new.waiting_since IS NOT NULL AND new.asked_at IS NULL BEGIN
	UPDATE chats SET asked_at = new.waiting_since WHERE id = new.id;
END;--> statement-breakpoint
CREATE TRIGGER `chats_answered` AFTER INSERT ON `messages` WHEN new.by_kind = 'person' AND new.direction = 'out' BEGIN
	UPDATE chats SET first_response_ms = max(0, new.at - asked_at) WHERE id = new.chat_id AND first_response_ms IS NULL AND asked_at IS NOT NULL;
END;