CREATE TABLE `usage_days` (
	`enterprise_id` text NOT NULL,
	`kind` text NOT NULL,
	`day` integer NOT NULL,
	`count` integer NOT NULL,
	`carried` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`enterprise_id`, `kind`, `day`)
);
--> statement-breakpoint
CREATE INDEX `usage_days_waiting` ON `usage_days` (`day`) WHERE carried <> count;--> statement-breakpoint
CREATE TABLE `usage_stops` (
	`enterprise_id` text NOT NULL,
	`kind` text NOT NULL,
	`most` integer NOT NULL,
	`from_day` integer NOT NULL,
	`to_day` integer NOT NULL,
	PRIMARY KEY(`enterprise_id`, `kind`)
);
--> statement-breakpoint
INSERT INTO usage_days (enterprise_id, kind, day, count) SELECT enterprise_id, 'messageIn', at / 86400000, count(*) FROM messages WHERE direction = 'in' GROUP BY 1, 3;--> statement-breakpoint
INSERT INTO usage_days (enterprise_id, kind, day, count) SELECT enterprise_id, 'messageOut', CAST(coalesce(facts ->> '$.sent[1]', facts ->> '$.delivered[1]', facts ->> '$.read[1]') AS INTEGER) / 86400000, count(*) FROM messages WHERE direction = 'out' AND (facts ->> '$.sent' IS NOT NULL OR facts ->> '$.delivered' IS NOT NULL OR facts ->> '$.read' IS NOT NULL) GROUP BY 1, 3;--> statement-breakpoint
INSERT INTO usage_days (enterprise_id, kind, day, count) SELECT enterprise_id, 'broadcastMessage', CAST(coalesce(facts ->> '$.sent[1]', facts ->> '$.delivered[1]', facts ->> '$.read[1]') AS INTEGER) / 86400000, count(*) FROM broadcast_recipients WHERE (facts ->> '$.sent' IS NOT NULL OR facts ->> '$.delivered' IS NOT NULL OR facts ->> '$.read' IS NOT NULL) GROUP BY 1, 3;--> statement-breakpoint
INSERT INTO usage_days (enterprise_id, kind, day, count) SELECT enterprise_id, 'botTurn', at / 86400000, count(*) FROM turns GROUP BY 1, 3;--> statement-breakpoint
INSERT INTO usage_days (enterprise_id, kind, day, count) SELECT enterprise_id, 'run', started_at / 86400000, count(*) FROM runs GROUP BY 1, 3;--> statement-breakpoint
CREATE TRIGGER `usage_in` AFTER INSERT ON `messages` WHEN new.direction = 'in' BEGIN
	INSERT INTO usage_days (enterprise_id, kind, day, count) VALUES (new.enterprise_id, 'messageIn', new.at / 86400000, 1)
		ON CONFLICT DO UPDATE SET count = count + excluded.count;
END;
--> statement-breakpoint
CREATE TRIGGER `usage_out_made` AFTER INSERT ON `messages` WHEN new.direction = 'out' AND (new.facts ->> '$.sent' IS NOT NULL OR new.facts ->> '$.delivered' IS NOT NULL OR new.facts ->> '$.read' IS NOT NULL) BEGIN
	INSERT INTO usage_days (enterprise_id, kind, day, count) VALUES (new.enterprise_id, 'messageOut', CAST(coalesce(new.facts ->> '$.sent[1]', new.facts ->> '$.delivered[1]', new.facts ->> '$.read[1]') AS INTEGER) / 86400000, 1)
		ON CONFLICT DO UPDATE SET count = count + excluded.count;
END;
--> statement-breakpoint
CREATE TRIGGER `usage_out` AFTER UPDATE OF `facts` ON `messages` WHEN new.direction = 'out' AND (new.facts ->> '$.sent' IS NOT NULL OR new.facts ->> '$.delivered' IS NOT NULL OR new.facts ->> '$.read' IS NOT NULL) AND NOT (old.facts ->> '$.sent' IS NOT NULL OR old.facts ->> '$.delivered' IS NOT NULL OR old.facts ->> '$.read' IS NOT NULL) BEGIN
	INSERT INTO usage_days (enterprise_id, kind, day, count) VALUES (new.enterprise_id, 'messageOut', CAST(coalesce(new.facts ->> '$.sent[1]', new.facts ->> '$.delivered[1]', new.facts ->> '$.read[1]') AS INTEGER) / 86400000, 1)
		ON CONFLICT DO UPDATE SET count = count + excluded.count;
END;
--> statement-breakpoint
CREATE TRIGGER `usage_broadcast_made` AFTER INSERT ON `broadcast_recipients` WHEN (new.facts ->> '$.sent' IS NOT NULL OR new.facts ->> '$.delivered' IS NOT NULL OR new.facts ->> '$.read' IS NOT NULL) BEGIN
	INSERT INTO usage_days (enterprise_id, kind, day, count) VALUES (new.enterprise_id, 'broadcastMessage', CAST(coalesce(new.facts ->> '$.sent[1]', new.facts ->> '$.delivered[1]', new.facts ->> '$.read[1]') AS INTEGER) / 86400000, 1)
		ON CONFLICT DO UPDATE SET count = count + excluded.count;
END;
--> statement-breakpoint
CREATE TRIGGER `usage_broadcast` AFTER UPDATE OF `facts` ON `broadcast_recipients` WHEN (new.facts ->> '$.sent' IS NOT NULL OR new.facts ->> '$.delivered' IS NOT NULL OR new.facts ->> '$.read' IS NOT NULL) AND NOT (old.facts ->> '$.sent' IS NOT NULL OR old.facts ->> '$.delivered' IS NOT NULL OR old.facts ->> '$.read' IS NOT NULL) BEGIN
	INSERT INTO usage_days (enterprise_id, kind, day, count) VALUES (new.enterprise_id, 'broadcastMessage', CAST(coalesce(new.facts ->> '$.sent[1]', new.facts ->> '$.delivered[1]', new.facts ->> '$.read[1]') AS INTEGER) / 86400000, 1)
		ON CONFLICT DO UPDATE SET count = count + excluded.count;
END;
--> statement-breakpoint
CREATE TRIGGER `usage_turn` AFTER INSERT ON `turns` BEGIN
	INSERT INTO usage_days (enterprise_id, kind, day, count) VALUES (new.enterprise_id, 'botTurn', new.at / 86400000, 1)
		ON CONFLICT DO UPDATE SET count = count + excluded.count;
END;
--> statement-breakpoint
CREATE TRIGGER `usage_run` AFTER INSERT ON `runs` BEGIN
	INSERT INTO usage_days (enterprise_id, kind, day, count) VALUES (new.enterprise_id, 'run', new.started_at / 86400000, 1)
		ON CONFLICT DO UPDATE SET count = count + excluded.count;
END;
