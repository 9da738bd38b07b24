-- Names in Devanagari that were stored before they could be found in Latin letters: their searched texts are built anew, an hour later: by then the code that
-- does it is there.
INSERT INTO jobs (id, enterprise_id, kind, subject, payload, state, progress, message, attempts, lease_until, woken_at, created_at, updated_at)
SELECT 'second-spelling-' || enterprise_id, enterprise_id, 'customers.fields', 'second-spelling', '{"fieldId":null,"cursor":0}', 'waiting', 0, '', 0, (unixepoch() + 3600) * 1000, 0,
  unixepoch() * 1000, unixepoch() * 1000
FROM (SELECT DISTINCT enterprise_id FROM customers WHERE name GLOB '*[ऀ-ॿ]*');
