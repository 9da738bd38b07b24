-- Things of an enterprise's shelf have versions, and know what they are copies of.
ALTER TABLE `marketplace_shelf` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `marketplace_shelf` ADD `things` text DEFAULT '[]' NOT NULL;
