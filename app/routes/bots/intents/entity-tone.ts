import { isSystemEntity } from "#workers/contract/system-entities.ts";

/** Written out in full, as Tailwind only generates classes whose names appear in the source. */
const TONES = [
  "bg-tag-1 text-tag-1-ink",
  "bg-tag-2 text-tag-2-ink",
  "bg-tag-3 text-tag-3-ink",
  "bg-tag-4 text-tag-4-ink",
  "bg-tag-5 text-tag-5-ink",
  "bg-tag-6 text-tag-6-ink",
  "bg-tag-7 text-tag-7-ink",
  "bg-tag-8 text-tag-8-ink",
  "bg-tag-9 text-tag-9-ink",
] as const;
const GONE = "bg-sunken text-muted line-through";

type Known = readonly { id: string }[];
const cache = new WeakMap<Known, ReadonlyMap<string, number>>();

/** Returns the background and text classes of an entity within its bot; grey for a deleted one. */
export function toneOf(known: Known, id: string): string {
  let tones = cache.get(known);
  if (!tones) cache.set(known, (tones = tonesOf(known)));
  const tone = tones.get(id);
  return tone === undefined ? GONE : (TONES[tone] ?? GONE);
}

/**
 * An entity's hue is derived from its id; if it is taken, the next free one is used, so that a bot's first nine own
 * entities all differ. Older ids choose first, so that a new entity does not change any other's colour.
 */
export function tonesOf(known: Known): ReadonlyMap<string, number> {
  const tones = new Map<string, number>();
  const ids = known.map(({ id }) => id).toSorted();
  for (const group of [ids.filter((id) => !isSystemEntity(id)), ids.filter(isSystemEntity)]) {
    let free = new Set(TONES.keys());
    for (const id of group) {
      if (free.size === 0) free = new Set(TONES.keys());
      let tone = hash(id) % TONES.length;
      while (!free.has(tone)) tone = (tone + 1) % TONES.length;
      free.delete(tone);
      tones.set(id, tone);
    }
  }
  return tones;
}

/** FNV-1a, 32-bit. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const sign of text) value = Math.imul(value ^ (sign.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return value;
}
