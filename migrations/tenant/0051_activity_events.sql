-- Whoever moves an activity, a trigger on broadcasts included, makers and checkers hear of it.
CREATE TRIGGER `activities_changed` AFTER UPDATE OF `state`, `approval` ON `activities`
WHEN new.state IS NOT old.state OR new.approval IS NOT old.approval BEGIN
  INSERT INTO live_events (enterprise_id, before, "to", body, at)
    SELECT new.enterprise_id, coalesce((SELECT max(seq) FROM live_events WHERE enterprise_id = new.enterprise_id), 0),
      '{"permission":["CAMPAIGNS.VIEW","CAMPAIGNS.CREATE","CAMPAIGNS.EDIT","CAMPAIGNS.APPROVE","CAMPAIGNS.START","CAMPAIGNS.VIEW_REJECTEDLIST"]}',
      json_object('action', 'activityChanged', 'data', json_object('id', new.id, 'campaignId', new.campaign_id, 'state', new.state, 'approval', new.approval)),
      CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
