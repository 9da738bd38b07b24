ALTER TABLE `department_users` ADD `answers` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `intents` ADD `hands_over` integer DEFAULT false NOT NULL;