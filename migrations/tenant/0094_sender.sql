ALTER TABLE `broadcasts` ADD `silence` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `broadcasts` ADD `paused_at` integer;--> statement-breakpoint
UPDATE `broadcasts` SET `paused_at` = `updated_at` WHERE `state` = 'paused';--> statement-breakpoint
-- A pause takes nothing of the time in which everybody may be sent to, whoever pauses and whoever resumes. A move that sets another
-- end itself, as a retry does, is left alone.
CREATE TRIGGER `broadcasts_paused` AFTER UPDATE OF `state` ON `broadcasts` WHEN new.state = 'paused' AND old.state <> 'paused' BEGIN
	UPDATE broadcasts SET paused_at = new.updated_at WHERE id = new.id;
END;--> statement-breakpoint
CREATE TRIGGER `broadcasts_going_on` AFTER UPDATE OF `state` ON `broadcasts` WHEN old.state = 'paused' AND new.state <> 'paused' BEGIN
	UPDATE broadcasts SET paused_at = NULL, expires_at = CASE WHEN new.expires_at IS old.expires_at
		THEN expires_at + max(0, new.updated_at - coalesce(old.paused_at, new.updated_at)) ELSE expires_at END WHERE id = new.id;
END;
