import type { AdapterDeps } from "./adapter.ts";

/** Asked for again so long before it ends, so that no call is made with what ends on its way. */
const EARLY_MS = 60_000;

/** A memory for what costs a call of its own, such as an access token. It lives as long as who makes it, and no longer. */
export function keptForAWhile(now: () => number): AdapterDeps["kept"] {
  const all = new Map<string, { made: Promise<{ value: string; endsAt: number }>; endsAt: number }>();
  return async (key, make) => {
    const known = all.get(key);
    if (known && known.endsAt - EARLY_MS > now()) return (await known.made).value;
    const entry = { made: make(), endsAt: Number.POSITIVE_INFINITY };
    all.set(key, entry);
    try {
      const { value, endsAt } = await entry.made;
      entry.endsAt = endsAt;
      return value;
    } catch (error) {
      if (all.get(key) === entry) all.delete(key);
      throw error;
    }
  };
}
