import { and, desc, eq, isNotNull } from "drizzle-orm";
import type { DirectoryDb, TenantDatabase } from "#db/client.ts";
import { enterpriseMoves } from "#db/directory/moves.ts";
import { databaseNamed } from "./row.ts";

/** A name that an outsider has for a row: the database in which it was made, and its number where it is known by one. */
export interface Place {
  database: TenantDatabase;
  n: number;
}

/** Moves out of a database that one name is looked for in. */
const MOST = 200;

/** Where rows of a database may lie since it was left: by each move a place, with what was added to the numbers of links. */
async function movedFrom(db: DirectoryDb, { database, n }: Place): Promise<Place[]> {
  const { toDatabase, notes, switchedAt, fromDatabase } = enterpriseMoves;
  const moves = await db
    .select({ toDatabase, notes })
    .from(enterpriseMoves)
    .where(and(eq(fromDatabase, database), isNotNull(switchedAt)))
    .orderBy(desc(switchedAt))
    .limit(MOST);
  const places = moves.flatMap(({ toDatabase: to, notes: { numbers } }) => {
    const span = numbers?.["links"];
    const isAmong = n === 0 || (span && n >= span.from && n <= span.to);
    return isAmong ? [{ database: databaseNamed(to), n: n === 0 ? 0 : n + (span?.offset ?? 0) }] : [];
  });
  return places;
}

const textOf = ({ database, n }: Place): string => `${database}:${n}`;

/**
 * Finds the thing that an outsider's name means: where it was made, else wherever its enterprise has moved to since.
 * Names sent to people keep their database for good.
 */
export async function findWherever<Found>(
  db: DirectoryDb,
  named: { database: TenantDatabase; n?: number },
  find: (place: Place) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const looked = new Set<string>();
  const waiting: Place[] = [{ n: 0, ...named }];
  for (let place = waiting.shift(); place; place = waiting.shift()) {
    if (looked.has(textOf(place))) continue;
    looked.add(textOf(place));
    const found = await find(place);
    if (found !== undefined) return found;
    waiting.push(...(await movedFrom(db, place)));
  }
  return undefined;
}
