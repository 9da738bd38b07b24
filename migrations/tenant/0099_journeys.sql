CREATE INDEX `run_calls_turn` ON `run_calls` (`enterprise_id`,`due_at`);--> statement-breakpoint
CREATE INDEX `run_calls_own` ON `run_calls` (`due_at`) WHERE kind IN ('mail', 'sms');