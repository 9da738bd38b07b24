ALTER TABLE `enterprises` ADD `first_run_due` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `steps_hidden` integer DEFAULT false NOT NULL;