ALTER TABLE `knowledge_pages` ADD `links` text;--> statement-breakpoint
CREATE INDEX `knowledge_sources_unread` ON `knowledge_sources` (`agent_id`) WHERE state IN ('waiting', 'reading');