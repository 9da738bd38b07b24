CREATE TABLE `run_minutes` (
	`enterprise_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`minute` integer NOT NULL,
	`entered` integer NOT NULL,
	`steps` integer NOT NULL,
	`ended` integer NOT NULL,
	`failed` integer NOT NULL,
	PRIMARY KEY(`instance_id`, `minute`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `run_minutes_oldest` ON `run_minutes` (`minute`);
--> statement-breakpoint
-- Whoever changes a journey or an encap, whoever lists them hears of it; a draft that is saved again and again is told once.
CREATE TRIGGER `automations_added` AFTER INSERT ON `automations` BEGIN
  INSERT INTO live_events (enterprise_id, before, "to", body, at)
    SELECT new.enterprise_id, coalesce((SELECT max(seq) FROM live_events WHERE enterprise_id = new.enterprise_id), 0),
      CASE new.kind WHEN 'journey'
        THEN '{"permission":["JOURNEYS.VIEW","JOURNEYS.CREATE","JOURNEYS.EDIT","JOURNEYS.DELETE","JOURNEYS.VIEW_PUBLISH","JOURNEYS.VIEW_JOURNEYMONITOR"]}'
        ELSE '{"permission":["ENCAPS.VIEW","ENCAPS.CREATE","ENCAPS.EDIT","ENCAPS.DELETE","ENCAPS.VIEW_EXECUTIONLOGS"]}' END,
      json_object('action', 'automationChanged', 'data', json_object('kind', new.kind, 'id', new.id, 'instanceId', NULL)),
      CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
CREATE TRIGGER `automations_changed` AFTER UPDATE OF `name`, `folder`, `version`, `changed`, `archived_at`, `deleted_at` ON `automations`
WHEN new.name IS NOT old.name OR new.folder IS NOT old.folder OR new.version IS NOT old.version OR new.changed IS NOT old.changed
  OR new.archived_at IS NOT old.archived_at OR new.deleted_at IS NOT old.deleted_at BEGIN
  INSERT INTO live_events (enterprise_id, before, "to", body, at)
    SELECT new.enterprise_id, coalesce((SELECT max(seq) FROM live_events WHERE enterprise_id = new.enterprise_id), 0),
      CASE new.kind WHEN 'journey'
        THEN '{"permission":["JOURNEYS.VIEW","JOURNEYS.CREATE","JOURNEYS.EDIT","JOURNEYS.DELETE","JOURNEYS.VIEW_PUBLISH","JOURNEYS.VIEW_JOURNEYMONITOR"]}'
        ELSE '{"permission":["ENCAPS.VIEW","ENCAPS.CREATE","ENCAPS.EDIT","ENCAPS.DELETE","ENCAPS.VIEW_EXECUTIONLOGS"]}' END,
      json_object('action', 'automationChanged', 'data', json_object('kind', new.kind, 'id', new.id, 'instanceId', NULL)),
      CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
CREATE TRIGGER `automation_instances_added` AFTER INSERT ON `automation_instances` BEGIN
  INSERT INTO live_events (enterprise_id, before, "to", body, at)
    SELECT new.enterprise_id, coalesce((SELECT max(seq) FROM live_events WHERE enterprise_id = new.enterprise_id), 0),
      CASE a.kind WHEN 'journey'
        THEN '{"permission":["JOURNEYS.VIEW","JOURNEYS.CREATE","JOURNEYS.EDIT","JOURNEYS.DELETE","JOURNEYS.VIEW_PUBLISH","JOURNEYS.VIEW_JOURNEYMONITOR"]}'
        ELSE '{"permission":["ENCAPS.VIEW","ENCAPS.CREATE","ENCAPS.EDIT","ENCAPS.DELETE","ENCAPS.VIEW_EXECUTIONLOGS"]}' END,
      json_object('action', 'automationChanged', 'data', json_object('kind', a.kind, 'id', a.id, 'instanceId', new.id)),
      CAST(unixepoch('subsec') * 1000 AS INTEGER)
    FROM automations a WHERE a.id = new.automation_id;
END;
--> statement-breakpoint
-- The clock, a last run and a last page of an audience move instances, too.
CREATE TRIGGER `automation_instances_changed` AFTER UPDATE OF `state`, `version_id`, `start_at` ON `automation_instances`
WHEN new.state IS NOT old.state OR new.version_id IS NOT old.version_id OR new.start_at IS NOT old.start_at BEGIN
  INSERT INTO live_events (enterprise_id, before, "to", body, at)
    SELECT new.enterprise_id, coalesce((SELECT max(seq) FROM live_events WHERE enterprise_id = new.enterprise_id), 0),
      CASE a.kind WHEN 'journey'
        THEN '{"permission":["JOURNEYS.VIEW","JOURNEYS.CREATE","JOURNEYS.EDIT","JOURNEYS.DELETE","JOURNEYS.VIEW_PUBLISH","JOURNEYS.VIEW_JOURNEYMONITOR"]}'
        ELSE '{"permission":["ENCAPS.VIEW","ENCAPS.CREATE","ENCAPS.EDIT","ENCAPS.DELETE","ENCAPS.VIEW_EXECUTIONLOGS"]}' END,
      json_object('action', 'automationChanged', 'data', json_object('kind', a.kind, 'id', a.id, 'instanceId', new.id)),
      CAST(unixepoch('subsec') * 1000 AS INTEGER)
    FROM automations a WHERE a.id = new.automation_id;
END;
