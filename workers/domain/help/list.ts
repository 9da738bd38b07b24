import type { HelpItem } from "#workers/contract/endpoints/help.ts";
import { CommunityError } from "#workers/providers/community/community.ts";
import { describe, DomainError } from "../error.ts";

const FRESH_MS = 5 * 60_000;
/** A stale answer is better than none while the site is down. */
const USABLE_MS = 24 * 3_600_000;

interface Read {
  at: number;
  items: HelpItem[];
}
/** The same for everybody, so each isolate reads the site at most once in five minutes. */
const lately = new Map<string, Read>();

export interface Community {
  /** Undefined when the installation has no help site. */
  address: string | undefined;
  read: (address: string) => Promise<HelpItem[]>;
  now: () => number;
}

/** Returns the help panel's entries. Throws helpUnreachable when the site cannot be read. */
export async function listHelp({ address, read, now }: Community): Promise<HelpItem[]> {
  if (address === undefined) return [];
  const known = lately.get(address);
  const age = known ? now() - known.at : Infinity;
  if (known && age < FRESH_MS) return known.items;
  try {
    const items = await read(address);
    lately.set(address, { at: now(), items });
    return items;
  } catch (error) {
    if (!(error instanceof CommunityError)) throw error;
    console.log(JSON.stringify({ level: "warn", source: "community", failure: describe(error) }));
    if (known && age < USABLE_MS) return known.items;
    throw new DomainError("helpUnreachable");
  }
}
