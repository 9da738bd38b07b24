DROP INDEX `invoices_month`;--> statement-breakpoint
ALTER TABLE `invoices` ADD `is_reissued` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `invoices_reissued` ON `invoices` (`enterprise_id`) WHERE is_reissued = 1;--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_month` ON `invoices` (`enterprise_id`,`month`) WHERE kind = 'invoice' AND corrects IS NULL;--> statement-breakpoint
UPDATE `plans` SET `terms` = json_set(`terms`, '$.broadcastMessage.limit', json('{"at":20000,"isHard":false}')) WHERE `id` IN ('inr-growth', 'usd-growth') AND `terms` -> '$.broadcastMessage.limit' = 'null';
