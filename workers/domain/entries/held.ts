import { sql, type SQL } from "drizzle-orm";
import { type HeldKind, type Trigger, triggersIn } from "#workers/contract/automation/triggers.ts";
import { folded } from "#workers/contract/who-speaks.ts";
import type { Ctx } from "../ctx.ts";
import { settingTimers } from "../messaging/timers.ts";

/** A row by which an instance waits for something. */
export interface Held {
  kind: HeldKind;
  /** With the kind, what has to happen. */
  key: string;
  data: object;
  /** A word as it was typed. */
  typed?: string;
}

const MODES = { exact: "keyword", starts: "starts", contains: "contains" } as const;
const words = (kind: (typeof MODES)[keyof typeof MODES], typed: readonly string[]): Held[] =>
  typed.map((each) => ({ kind, key: folded(each), data: {}, typed: each }));

/** Everything that an instance waits for: the words of its launch, and the triggers of its Start step. Each once. */
export function heldBy(triggers: readonly Trigger[], keywords: readonly string[]): Held[] {
  const all = [...words("keyword", keywords), ...triggers.flatMap(heldOf)];
  return [
    ...new Map(all.toReversed().map((each) => [`${each.kind} ${each.key}`, each])).values(),
  ].toReversed();
}

/** Splits a trigger into its key and the settings beside it, which are decided when something has happened. */
function heldOf(given: Trigger): Held[] {
  const { kind, ...data } = given;
  switch (given.kind) {
    case "keyword":
      return words(MODES[given.mode], given.words);
    case "link":
      return words("keyword", [given.token]);
    case "message":
      return [{ kind: "message", key: given.what, data: {} }];
    case "intent":
      return [{ kind: "intent", key: given.intent, data: {} }];
    case "event":
      return [{ kind: "event", key: given.name, data: {} }];
    case "broadcast":
      return [{ kind: "broadcast", key: given.what, data: { templateId: given.templateId } }];
    case "membership":
      return [
        {
          kind: "membership",
          key: `${given.change.what.startsWith("enters") ? "enters" : "leaves"}:${given.change.id}`,
          data: {},
        },
      ];
    case "field":
      return [{ kind: "field", key: given.field, data: { to: given.to } }];
    case "schedule":
      return [{ kind: "schedule", key: JSON.stringify(data), data: given }];
    case "chatClosed":
      return [{ kind: "chatClosed", key: given.what, data: {} }];
    case "consent":
      return [{ kind: "consent", key: given.what, data: {} }];
    case "journey":
      return [{ kind: "journey", key: given.journeyId, data: {} }];
    case "form":
      return [{ kind: "form", key: given.formId, data: {} }];
    case "webhook":
      return [{ kind: "webhook", key: "", data }];
    case "imported":
      return [{ kind: "imported", key: "", data: {} }];
    case "manual":
      return [];
    default:
      return given satisfies never;
  }
}

/** A column with the triggers of a version's (`v`) Start step, as JSON. */
export const TRIGGERS_OF = `(SELECT e.value -> '$.data.triggers' FROM json_each(v.graph, '$.nodes') e WHERE e.value ->> '$.type' = 'start' LIMIT 1)`;
export const triggersOf = (version: { triggers: string | null }): Trigger[] =>
  triggersIn(JSON.parse(version.triggers ?? "[]"));

const WORDS: ReadonlySet<HeldKind> = new Set(["keyword", "starts", "contains"]);
/** Those that only one instance of a channel may have, as rows of JSON. */
export const wordsIn = (held: readonly Held[]): string =>
  JSON.stringify(
    held.flatMap(({ kind, key, typed }) => (WORDS.has(kind) ? [[kind, key, typed ?? key]] : [])),
  );

/** For a guard: no other instance begins by the words on the channel. */
export const wordsAreFree = (channelId: string, held: readonly Held[], instanceId = ""): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM json_each(${wordsIn(held)}) e CROSS JOIN automation_triggers t ON t.channel_id = ${channelId}
    AND t.kind = e.value->>0 AND t.key = e.value->>1 AND t.kind IN ('keyword', 'starts', 'contains') AND t.instance_id <> ${instanceId})`;

/** A field is known by its id, so that another name of it changes nothing. */
const HOLD = `INSERT INTO automation_triggers (id, enterprise_id, instance_id, channel_id, kind, key, data)
  SELECT value->>0, ?2, ?3, ?4, value->>1, CASE WHEN value->>1 = 'field' THEN coalesce((SELECT f.id FROM customer_fields f
    WHERE f.enterprise_id = ?2 AND f.field_name = value->>2 AND f.deleted_at IS NULL), value->>2) ELSE value->>2 END, value->'$[3]' FROM json_each(?1)`;
const FREE = `DELETE FROM automation_triggers WHERE instance_id = ?1`;
/** Number 0: nobody has looked yet when its time comes. */
const LOOK = settingTimers(
  "scheduledEntries",
  `SELECT t.enterprise_id, t.id AS subject, 0 AS seq, ?2 AS due_at FROM automation_triggers t WHERE t.instance_id = ?1 AND t.kind = 'schedule'`,
);

/** Statements by which an instance waits for what begins it. */
export function holding(
  { db: { $client }, enterpriseId, newId, now }: Pick<Ctx, "db" | "enterpriseId" | "newId" | "now">,
  { id, channelId }: { id: string; channelId: string },
  held: readonly Held[],
): D1PreparedStatement[] {
  const rows = held.map(({ kind, key, data }) => [newId(), kind, key, data]);
  if (rows.length === 0) return [];
  return [
    $client.prepare(HOLD).bind(JSON.stringify(rows), enterpriseId, id, channelId),
    ...(held.some(({ kind }) => kind === "schedule") ? [$client.prepare(LOOK).bind(id, now())] : []),
  ];
}

/** The statement by which nothing begins an instance any more. */
export const freeing = ({ db: { $client } }: Pick<Ctx, "db">, instanceId: string): D1PreparedStatement =>
  $client.prepare(FREE).bind(instanceId);
