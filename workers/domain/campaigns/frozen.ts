/** SQL for a template as it is now, by SQL for its id, in the form in which it is frozen and compared before each run. */
export const templateJson = (id: string): string =>
  `(SELECT json_object('name', t.name, 'language', t.language, 'category', t.category, 'components', json(t.components))
  FROM templates t WHERE t.id = ${id})`;
