CREATE INDEX `entry_news_said` ON `entry_news` (`n`) WHERE done_at IS NULL AND channel_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `run_inbox_answers` ON `run_inbox` (`n`) WHERE done_at IS NULL AND kind IN ('reply', 'button');--> statement-breakpoint
CREATE INDEX `run_inbox_of_run` ON `run_inbox` (`run_id`,`n`) WHERE done_at IS NULL AND run_id IS NOT NULL;