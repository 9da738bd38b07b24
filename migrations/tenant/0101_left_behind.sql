-- What stood on channels that were deleted before their deletion ended it.
DELETE FROM automation_triggers WHERE channel_id NOT IN (SELECT id FROM channels);--> statement-breakpoint
DELETE FROM timers WHERE kind = 'instanceStarts' AND subject IN (SELECT id FROM automation_instances WHERE channel_id NOT IN (SELECT id FROM channels));--> statement-breakpoint
INSERT INTO timers (enterprise_id, kind, subject, seq, due_at) SELECT i.enterprise_id, 'instanceEnds', i.id, 1, 1 FROM automation_instances i
  WHERE i.channel_id NOT IN (SELECT id FROM channels) AND EXISTS (SELECT 1 FROM runs r WHERE r.instance_id = i.id AND r.state = 'waiting') ON CONFLICT DO NOTHING;--> statement-breakpoint
UPDATE automation_instances SET state = 4, end_reason = 'channelDeleted', ended_at = unixepoch() * 1000, start_at = NULL, revision = revision + 1
  WHERE state IN (1, 2, 3) AND channel_id NOT IN (SELECT id FROM channels);--> statement-breakpoint
-- Large broadcasts that are under way were given three days, however many wait.
UPDATE broadcasts SET expires_at = expires_at + 14 * 86400000 WHERE ended_at IS NULL AND state IN ('processing', 'paused') AND prepared_at IS NOT NULL
  AND (SELECT sum(c.count) FROM broadcast_counts c WHERE c.broadcast_id = broadcasts.id AND c.status = 'queued') > 1000;--> statement-breakpoint
-- Work that an outage has ended, and that nobody would begin again: an hour later, when the code that never gives it up is there.
UPDATE OR IGNORE jobs SET state = 'waiting', attempts = 0, woken_at = 0, lease_until = (unixepoch() + 3600) * 1000
  WHERE state = 'failed' AND kind IN ('agent.forget', 'simulator.forget', 'customers.erase', 'customers.fields', 'broadcasts.end', 'runs.move');
