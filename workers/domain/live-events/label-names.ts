/** SQL of a chat's labels, as JSON in the order in which they were given; deleted ones are left out. */
export const LABELS_OF = (
  chat: string,
): string => `CASE ${chat}.labels WHEN '[]' THEN '[]' ELSE (SELECT json_group_array(json_object('id', l.id, 'name', l.name))
    FROM json_each(${chat}.labels) e CROSS JOIN chat_labels l ON l.id = e.value AND l.enterprise_id = ${chat}.enterprise_id) END`;
