import { movingTexts as texts } from "#texts/moving.ts";
import { tenantDatabases, type TenantDatabase } from "#db/client.ts";
import type { MoveNotes, MoveStep } from "#workers/contract/moving.ts";
import { operatorsEntry } from "../operators/entry.ts";
import type { Counted } from "../counted.ts";

/** An operator's wish is refused, for the reason that the message says. */
export class MoveRefused extends Error {}

/** An hour: longer than anything believes of where an enterprise lies, and time to look before the old rows go. */
export const KEEP_MS = 3_600_000;

export interface MoveState {
  id: string;
  from: string;
  to: string;
  step: MoveStep;
  notes: MoveNotes;
  failure: string;
  cancelledAt: number | null;
  switchedAt: number | null;
  endedAt: number | null;
  createdAt: number;
}

const LATEST = `SELECT id, from_database AS "from", to_database AS "to", step, notes, failure, cancelled_at AS cancelledAt, switched_at AS switchedAt,
    ended_at AS endedAt, created_at AS createdAt FROM enterprise_moves WHERE enterprise_id = ?1 ORDER BY ended_at IS NULL DESC, created_at DESC LIMIT 1`;

/** The move of an enterprise that is under way, else its latest. */
export async function latestMove(directory: Counted, enterpriseId: string): Promise<MoveState | undefined> {
  const { results } = await directory
    .prepare(LATEST)
    .bind(enterpriseId)
    .all<Omit<MoveState, "notes"> & { notes: string }>();
  const [row] = results;
  return row && { ...row, notes: JSON.parse(row.notes) as MoveNotes };
}

const THERE = `SELECT database, deletes_at AS deletesAt, region FROM enterprises WHERE id = ?1`;
/** Only where nobody has asked for another or for its deletion in between. */
const ASK = `INSERT INTO enterprise_moves (id, enterprise_id, from_database, to_database, step, notes, revision, keep_ms, created_at, updated_at)
  SELECT ?1, e.id, e.database, ?3, 'still', '{}', 1, ?4, ?5, ?5 FROM enterprises e
  WHERE e.id = ?2 AND e.database <> ?3 AND e.deletes_at IS NULL ON CONFLICT DO NOTHING`;

export interface Asked {
  id: string;
  enterpriseId: string;
  to: string;
  keepMs?: number;
  now: number;
  /** The region of a tenant database, as the installation says it. */
  regionOf: (database: TenantDatabase) => string;
  otherRegion?: boolean;
  /** Ids of the trail's entries. */
  newId?: () => string;
}

/** The enterprise's trail has where its data went, and who sent it there. */
const ofMove = (
  directory: Counted,
  action: "move" | "undo",
  {
    enterpriseId,
    from,
    to,
    now,
    newId,
  }: Record<"enterpriseId" | "from" | "to", string> & { now: number; newId: () => string },
) =>
  operatorsEntry(
    directory,
    "directory_audit",
    {
      ...{ enterpriseId, action, kind: "enterprise", object: { id: enterpriseId, name: to } },
      ...{ before: { database: from }, after: { database: action === "move" ? to : from } },
      command: "npm run move-enterprise",
    },
    { id: newId(), now },
  );

/** Asks for an enterprise to be moved; the jobs Worker begins within a minute. Throws MoveRefused. */
export async function askMove(directory: Counted, asked: Asked): Promise<void> {
  const { id, enterpriseId, to, keepMs = KEEP_MS, now, regionOf, otherRegion = false } = asked;
  const newId = asked.newId ?? (() => crypto.randomUUID());
  const target = tenantDatabases.find((name) => name === to);
  if (!target) throw new MoveRefused(texts.asked.unknownDatabase(tenantDatabases.join(", ")));
  const { results } = await directory
    .prepare(THERE)
    .bind(enterpriseId)
    .all<{ database: string; deletesAt: number | null; region: string }>();
  const [row] = results;
  if (!row) throw new MoveRefused(texts.asked.unknownEnterprise);
  if (row.deletesAt !== null) throw new MoveRefused(texts.asked.deleted);
  if (row.database === to) throw new MoveRefused(texts.asked.there);
  const region = regionOf(target);
  if (row.region !== "" && row.region !== region && !otherRegion)
    throw new MoveRefused(texts.asked.region(row.region, region));
  await directory.batch([
    directory.prepare(ASK).bind(id, enterpriseId, to, keepMs, now),
    ofMove(directory, "move", { enterpriseId, from: row.database, to, now, newId }),
  ]);
  if ((await latestMove(directory, enterpriseId))?.id !== id) throw new MoveRefused(texts.asked.underWay);
}

const CANCEL = `UPDATE enterprise_moves SET cancelled_at = ?2 WHERE id = ?1 AND cancelled_at IS NULL AND switched_at IS NULL AND ended_at IS NULL`;

/** Takes a move back: it is heard of until the switch, in whose own transaction it is asked. Throws MoveRefused. */
export async function cancelMove(
  directory: Counted,
  enterpriseId: string,
  now: number,
  newId: () => string = () => crypto.randomUUID(),
): Promise<void> {
  const move = await latestMove(directory, enterpriseId);
  if (!move || move.endedAt !== null) throw new MoveRefused(texts.asked.noneOpen);
  await directory.batch([
    directory.prepare(CANCEL).bind(move.id, now),
    ofMove(directory, "undo", { enterpriseId, from: move.from, to: move.to, now, newId }),
  ]);
  const after = await latestMove(directory, enterpriseId);
  if (after?.cancelledAt === null) throw new MoveRefused(texts.asked.tooLate);
}
