CREATE INDEX `login_sessions_enterprise` ON `login_sessions` (`enterprise_id`);--> statement-breakpoint
CREATE INDEX `tickets_session` ON `tickets` (`session_id`);