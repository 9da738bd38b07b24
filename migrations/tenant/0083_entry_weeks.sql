CREATE TABLE `entry_weeks` (
	`enterprise_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`week` integer NOT NULL,
	`goal` text NOT NULL,
	`milestone_id` text NOT NULL,
	`after` integer NOT NULL,
	`runs` integer NOT NULL,
	PRIMARY KEY(`instance_id`, `week`, `goal`, `milestone_id`, `after`)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `entry_weeks` (`enterprise_id`, `instance_id`, `week`, `goal`, `milestone_id`, `after`, `runs`)
SELECT `enterprise_id`, `instance_id`, (`started_at` + 259200000) / 604800000 AS w, 'entered', '', 0, count(*) FROM `runs` WHERE `node_id` IS NOT NULL GROUP BY `enterprise_id`, `instance_id`, w;
--> statement-breakpoint
INSERT INTO `entry_weeks` (`enterprise_id`, `instance_id`, `week`, `goal`, `milestone_id`, `after`, `runs`)
SELECT `enterprise_id`, `instance_id`, (`started_at` + 259200000) / 604800000 AS w, 'completed', '', (`ended_at` + 259200000) / 604800000 - (`started_at` + 259200000) / 604800000 AS a, count(*) FROM `runs` WHERE `state` = 'completed' AND `ended_at` IS NOT NULL GROUP BY `enterprise_id`, `instance_id`, w, a;
--> statement-breakpoint
INSERT INTO `entry_weeks` (`enterprise_id`, `instance_id`, `week`, `goal`, `milestone_id`, `after`, `runs`)
SELECT h.`enterprise_id`, h.`instance_id`, (r.`started_at` + 259200000) / 604800000 AS w, 'milestone', h.`milestone_id`, (h.`at` + 259200000) / 604800000 - (r.`started_at` + 259200000) / 604800000 AS a, count(*) FROM `milestone_hits` h JOIN `runs` r ON r.`id` = h.`run_id` GROUP BY h.`enterprise_id`, h.`instance_id`, w, h.`milestone_id`, a;
