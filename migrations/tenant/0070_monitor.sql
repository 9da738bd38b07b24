CREATE TABLE `entry_hours` (
	`enterprise_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`hour` integer NOT NULL,
	`entered` integer NOT NULL,
	PRIMARY KEY(`instance_id`, `hour`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `milestone_daily` (
	`enterprise_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`day` text NOT NULL,
	`milestone_id` text NOT NULL,
	`reached` integer NOT NULL,
	`value` real,
	PRIMARY KEY(`instance_id`, `day`, `milestone_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `node_stays` (
	`enterprise_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`version_id` text NOT NULL,
	`day` text NOT NULL,
	`node` text NOT NULL,
	`class` integer NOT NULL,
	`runs` integer NOT NULL,
	PRIMARY KEY(`instance_id`, `version_id`, `day`, `node`, `class`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `runs_here` ON `runs` (`instance_id`,`node_id`,`id`) WHERE state = 'waiting';
--> statement-breakpoint
INSERT INTO `entry_hours` (`enterprise_id`, `instance_id`, `hour`, `entered`)
SELECT `enterprise_id`, `instance_id`, `started_at` / 3600000, count(*) FROM `runs` WHERE `node_id` IS NOT NULL GROUP BY `enterprise_id`, `instance_id`, `started_at` / 3600000;
--> statement-breakpoint
INSERT INTO `milestone_daily` (`enterprise_id`, `instance_id`, `day`, `milestone_id`, `reached`, `value`)
SELECT `enterprise_id`, `instance_id`, strftime('%Y-%m-%d', `at` / 1000, 'unixepoch') AS d, `milestone_id`, count(*), sum(`value`) FROM `milestone_hits` GROUP BY `enterprise_id`, `instance_id`, d, `milestone_id`;
