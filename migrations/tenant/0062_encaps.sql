ALTER TABLE `automations` ADD `log_level` text DEFAULT 'path' NOT NULL;--> statement-breakpoint
ALTER TABLE `automations` ADD `log_days` integer DEFAULT 90 NOT NULL;--> statement-breakpoint
ALTER TABLE `automation_instances` ADD `audience` text;--> statement-breakpoint
CREATE INDEX `run_steps_newest` ON `run_steps` (`enterprise_id`,`at`);--> statement-breakpoint
CREATE TRIGGER `runs_finish_instances` AFTER UPDATE OF `state` ON `runs`
WHEN new.state IS NOT old.state AND new.state NOT IN ('waiting', 'running') BEGIN
	UPDATE automation_instances SET state = 4, end_reason = 'finished', ended_at = coalesce(new.ended_at, updated_at), revision = revision + 1,
		updated_at = coalesce(new.ended_at, updated_at)
	WHERE id = new.instance_id AND state = 2 AND audience ->> '$.done' = 1
		AND NOT EXISTS (SELECT 1 FROM runs r WHERE r.instance_id = new.instance_id AND r.state = 'waiting')
		AND NOT EXISTS (SELECT 1 FROM automation_triggers t WHERE t.instance_id = new.instance_id);
END;
