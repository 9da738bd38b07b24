-- Who may answer chats is noted with their departments since now: a quarter of an hour after this, when the new Workers are there,
-- it is worked out for everybody, and whoever may no longer answer is taken out of their chats.
INSERT INTO `after_commit_tasks` (`id`, `enterprise_id`, `what`, `due_at`, `created_at`)
SELECT 'answers ' || `id`, `id`, '{"kind":"rolesChanged","roles":[]}', unixepoch() * 1000 + 900000, unixepoch() * 1000 FROM `enterprises`;
