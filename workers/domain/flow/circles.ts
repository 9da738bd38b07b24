/** Ways through a graph, without recursion: a graph of an import may be 10,000 nodes deep. */

export type Ways = ReadonlyMap<string, readonly string[]>;

/** Everything that can be reached from some nodes, these included. */
export function reachedFrom(starts: Iterable<string>, ways: Ways): Set<string> {
  const reached = new Set(starts);
  // A set is gone through in the order in which things are added, also meanwhile.
  for (const id of reached) for (const to of ways.get(id) ?? []) reached.add(to);
  return reached;
}

/** One circle for each group of nodes that lead back to each other (Tarjan's strongly connected components). */
export function circlesIn(ids: Iterable<string>, ways: Ways): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const open = new Set<string>();
  const stack: string[] = [];
  const groups: string[][] = [];
  const lower = (id: string, to: number): void => {
    low.set(id, Math.min(low.get(id) ?? to, to));
  };
  for (const root of ids) {
    if (index.has(root)) continue;
    const path: { id: string; at: number }[] = [{ id: root, at: 0 }];
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const { id } = top;
      if (top.at === 0) {
        index.set(id, index.size);
        lower(id, index.get(id) ?? 0);
        stack.push(id);
        open.add(id);
      }
      const to = ways.get(id)?.[top.at++];
      if (to !== undefined) {
        if (!index.has(to)) path.push({ id: to, at: 0 });
        else if (open.has(to)) lower(id, index.get(to) ?? 0);
        continue;
      }
      path.pop();
      const above = path.at(-1);
      if (above) lower(above.id, low.get(id) ?? 0);
      if (low.get(id) !== index.get(id)) continue;
      const group = stack.splice(stack.lastIndexOf(id));
      for (const each of group) open.delete(each);
      const [first = id] = group;
      if (group.length > 1 || ways.get(first)?.includes(first)) groups.push(group);
    }
  }
  return groups.map((group) => shortestCircle(group, ways));
}

/** The shortest way from a group's first node back to it. */
function shortestCircle(group: readonly string[], ways: Ways): string[] {
  const [start = ""] = group;
  const inside = new Set(group);
  const from = new Map<string, string>();
  const queue = new Set([start]);
  for (const id of queue) {
    for (const to of ways.get(id) ?? []) {
      if (to === start) {
        const circle = [start];
        for (let back = id; back !== start; back = from.get(back) ?? start) circle.splice(1, 0, back);
        return circle;
      }
      if (!inside.has(to) || queue.has(to)) continue;
      from.set(to, id);
      queue.add(to);
    }
  }
  return [...group];
}
