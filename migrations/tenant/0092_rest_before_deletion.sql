CREATE TABLE `deletion_stops` (
	`enterprise_id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `kept_calls` (
	`enterprise_id` text NOT NULL,
	`call` text NOT NULL,
	PRIMARY KEY(`enterprise_id`, `call`)
);
--> statement-breakpoint
CREATE INDEX `model_versions_of_agent` ON `model_versions` (`agent_id`);--> statement-breakpoint
CREATE INDEX `entities_of_agent` ON `entities` (`agent_id`);--> statement-breakpoint
CREATE INDEX `intents_of_story` ON `intents` (`story_id`);--> statement-breakpoint
CREATE INDEX `knowledge_configs_of_agent` ON `knowledge_configs` (`agent_id`);--> statement-breakpoint
CREATE INDEX `knowledge_pages_of_agent` ON `knowledge_pages` (`agent_id`);--> statement-breakpoint
CREATE INDEX `knowledge_sources_of_agent` ON `knowledge_sources` (`agent_id`);--> statement-breakpoint
CREATE INDEX `passages_of_agent` ON `passages` (`agent_id`);--> statement-breakpoint
CREATE INDEX `stories_of_agent` ON `stories` (`agent_id`);--> statement-breakpoint
CREATE INDEX `test_questions_of_agent` ON `test_questions` (`agent_id`);--> statement-breakpoint
CREATE INDEX `channel_health_of_channel` ON `channel_health` (`channel_id`);