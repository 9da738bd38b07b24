interface Named {
  id: string;
  name: string;
}

/** A view's query is that of the list's address: q, group and label. */
export function filterOf(query: string, groups: readonly Named[], labels: readonly Named[]) {
  const address = new URLSearchParams(query);
  const among = (all: readonly Named[], param: string): Named[] =>
    address.getAll(param).flatMap((id) => {
      const found = all.find((each) => each.id === id);
      return found ? [{ id, name: found.name }] : [];
    });
  return {
    search: address.get("q") ?? "",
    groups: among(groups, "group"),
    tags: among(labels, "label"),
  };
}
