DROP INDEX `runs_due`;--> statement-breakpoint
CREATE INDEX `runs_due` ON `runs` (`wake_at`,`enterprise_id`) WHERE wake_at IS NOT NULL;