/** A selection with these items added or removed. */
export function toggled<Item>(
  set: ReadonlySet<Item>,
  items: readonly Item[],
  on: boolean,
): ReadonlySet<Item> {
  const next = new Set(set);
  for (const item of items) {
    if (on) next.add(item);
    else next.delete(item);
  }
  return next;
}
