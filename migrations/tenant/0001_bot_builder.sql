CREATE TABLE `integrations` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`auth_type` integer NOT NULL,
	`llm` integer,
	`settings` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `integrations_name` ON `integrations` (`enterprise_id`,`auth_type`,`name_key`);--> statement-breakpoint
CREATE TABLE `knowledge_configs` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`agent_id` text NOT NULL,
	`kb_from_website` integer NOT NULL,
	`kb_from_doc` integer NOT NULL,
	`gen_ai_config_id` text,
	`crawl_depth` integer NOT NULL,
	`recrawl_hours` integer,
	`next_crawl_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`agent_id`) REFERENCES `agents`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `knowledge_configs_agent` ON `knowledge_configs` (`enterprise_id`,`agent_id`);--> statement-breakpoint
CREATE INDEX `knowledge_configs_due` ON `knowledge_configs` (`next_crawl_at`);--> statement-breakpoint
CREATE TABLE `knowledge_pages` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`agent_id` text NOT NULL,
	`source_id` text NOT NULL,
	`address` text NOT NULL,
	`title` text NOT NULL,
	`depth` integer NOT NULL,
	`state` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`hash` text,
	`etag` text,
	`fetched_at` integer,
	`changed_at` integer,
	`passage_count` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`agent_id`) REFERENCES `agents`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`source_id`) REFERENCES `knowledge_sources`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `knowledge_pages_address` ON `knowledge_pages` (`source_id`,`address`);--> statement-breakpoint
CREATE INDEX `knowledge_pages_state` ON `knowledge_pages` (`source_id`,`state`);--> statement-breakpoint
CREATE TABLE `knowledge_sources` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`agent_id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`file` text,
	`bytes` integer DEFAULT 0 NOT NULL,
	`state` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`page_count` integer DEFAULT 0 NOT NULL,
	`read_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`agent_id`) REFERENCES `agents`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `knowledge_sources_name` ON `knowledge_sources` (`enterprise_id`,`agent_id`,`kind`,`name_key`);--> statement-breakpoint
CREATE TABLE `passages` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`enterprise_id` text NOT NULL,
	`agent_id` text NOT NULL,
	`source_id` text NOT NULL,
	`page_id` text NOT NULL,
	`position` integer NOT NULL,
	`heading` text NOT NULL,
	`text` text NOT NULL,
	`vector` blob,
	`vector_model` text,
	FOREIGN KEY (`agent_id`) REFERENCES `agents`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`source_id`) REFERENCES `knowledge_sources`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`page_id`) REFERENCES `knowledge_pages`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `passages_agent` ON `passages` (`enterprise_id`,`agent_id`);--> statement-breakpoint
CREATE INDEX `passages_page` ON `passages` (`page_id`,`position`);--> statement-breakpoint
CREATE INDEX `passages_source` ON `passages` (`source_id`);--> statement-breakpoint
CREATE TABLE `secrets` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`owner_kind` text NOT NULL,
	`owner_id` text NOT NULL,
	`field` text NOT NULL,
	`sealed` text NOT NULL,
	`key_version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `secrets_owner` ON `secrets` (`enterprise_id`,`owner_kind`,`owner_id`,`field`);--> statement-breakpoint
CREATE TABLE `test_questions` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`agent_id` text NOT NULL,
	`text` text NOT NULL,
	`text_key` text NOT NULL,
	`intent_id` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`agent_id`) REFERENCES `agents`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `test_questions_text` ON `test_questions` (`enterprise_id`,`agent_id`,`text_key`);--> statement-breakpoint
CREATE INDEX `test_questions_agent` ON `test_questions` (`enterprise_id`,`agent_id`,`id`);--> statement-breakpoint
ALTER TABLE `agents` ADD `revision` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `agents` ADD `updated_by` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `model_versions` ADD `content_file` text;--> statement-breakpoint
ALTER TABLE `model_versions` ADD `model_type` text DEFAULT 'SVM' NOT NULL;--> statement-breakpoint
ALTER TABLE `model_versions` ADD `findings` text;--> statement-breakpoint
ALTER TABLE `model_versions` ADD `trained_by` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `conversations` ADD `pending` text;--> statement-breakpoint
ALTER TABLE `turns` ADD `kind` text DEFAULT 'answer' NOT NULL;--> statement-breakpoint
ALTER TABLE `turns` ADD `emotion` text;--> statement-breakpoint
ALTER TABLE `turns` ADD `sources` text;--> statement-breakpoint
ALTER TABLE `turns` ADD `parameters` text;--> statement-breakpoint
ALTER TABLE `turns` ADD `review` text;--> statement-breakpoint
ALTER TABLE `turns` ADD `reviewed_at` integer;--> statement-breakpoint
CREATE INDEX `turns_unmatched` ON `turns` (`enterprise_id`,`agent_id`,`at`) WHERE intent_id IS NULL AND review IS NULL;--> statement-breakpoint
ALTER TABLE `entities` ADD `revision` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `entities` ADD `updated_by` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `intents` ADD `revision` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `intents` ADD `updated_by` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE VIRTUAL TABLE `passages_fts` USING fts5(agent, heading, text, content='', contentless_delete=1, tokenize="porter unicode61 remove_diacritics 0 categories 'L* N* Co Mn Mc'");--> statement-breakpoint
CREATE TRIGGER `passages_added` AFTER INSERT ON `passages` BEGIN
	INSERT INTO passages_fts(rowid, agent, heading, text) VALUES (new.number, replace(new.agent_id, '-', ''), new.heading, new.text);
END;--> statement-breakpoint
CREATE TRIGGER `passages_removed` AFTER DELETE ON `passages` BEGIN
	DELETE FROM passages_fts WHERE rowid = old.number;
END;
