/** A browser's storage for each person who uses it, under one name, apart from that of others. */
export function keptByPerson(key: string): {
  read: (uId: string) => unknown;
  /** Where the storage is full or blocked, nothing is kept and nobody is told. */
  keep: (uId: string, value: unknown) => void;
} {
  const all = (): Record<string, unknown> => {
    try {
      return Object(JSON.parse(localStorage.getItem(key) ?? "null")) as Record<string, unknown>;
    } catch {
      return {};
    }
  };
  return {
    read: (uId) => all()[uId],
    keep(uId, value) {
      try {
        localStorage.setItem(key, JSON.stringify({ ...all(), [uId]: value }));
      } catch {
        // See above.
      }
    },
  };
}
