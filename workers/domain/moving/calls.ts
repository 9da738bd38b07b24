import type { DirectoryDb, TenantDb } from "#db/client.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { KeptCall, NumberSpan } from "#workers/contract/moving.ts";
import type { ArchiveReader } from "../archives/files.ts";
import { takeEvent } from "../entries/events.ts";
import { DomainError, isDouble } from "../error.ts";
import { hookAt, takeCall } from "../entries/hook.ts";
import type { Json } from "../flow/json.ts";
import { answerPage, countSeen } from "../forms/public.ts";
import { readCode } from "../links/codes.ts";
import { openCode } from "../links/open.ts";
import { openRunLink } from "../links/run-links.ts";
import { mailedTo, unsubscribe } from "../links/unsubscribe.ts";
import type { MoveDeps } from "./deps.ts";
import { CALLS, type IntakeBucket, intakeOf, PAGE } from "./intake.ts";
import { ctxIn } from "./still.ts";

interface Playing {
  db: TenantDb;
  directory: DirectoryDb;
  enterpriseId: EnterpriseId;
  /** What was added to the numbers of links; nothing in the old database. */
  links: NumberSpan | undefined;
  files: IntakeBucket & ArchiveReader;
  hashing: MoveDeps["hashing"];
  now: () => number;
}

/**
 * Makes the calls that were kept, the oldest first; answers whether there may be more. A call that is made twice notes what is
 * there already: a refusal, an event, an answer by its id; what only counts is noted as made.
 */
export async function playCalls(
  files: IntakeBucket,
  playing: Playing,
): Promise<{ played: number; more: boolean }> {
  const { objects } = await files.list({ prefix: intakeOf(playing.enterpriseId, CALLS), limit: PAGE });
  for (const { key } of objects) {
    const object = await files.get(key);
    if (!object) continue;
    const call = JSON.parse(new TextDecoder().decode(await object.arrayBuffer())) as KeptCall;
    await make(call, playing, asMade(playing, key)).catch((error: unknown) => refusedLate(call, error));
    await files.delete(key);
  }
  return { played: objects.length, more: objects.length === PAGE };
}

/** Whoever called was told that it is kept: what can't be done by now, as what it is about has gone, is said in the log. */
function refusedLate({ kind }: KeptCall, error: unknown): void {
  if (!(error instanceof DomainError)) throw error;
  console.log(JSON.stringify({ level: "warn", source: "moves", call: kind, failure: error.code }));
}

const MADE = "INSERT INTO kept_calls (enterprise_id, call) VALUES (?1, ?2)";
type Note = (first: readonly D1PreparedStatement[]) => Promise<unknown>;
/** Notes what counts together with its call's name: a second time is refused by that, and nothing of it is done. */
const asMade =
  ({ db, enterpriseId }: Playing, key: string) =>
  async (note: Note | undefined): Promise<void> => {
    if (!note) return;
    await note([db.$client.prepare(MADE).bind(enterpriseId, key)]).catch((error: unknown) => {
      if (!isDouble(error)) throw error;
    });
  };

/** Forgets which calls were made, once none is kept any more. */
export const forgetMade = ({ $client }: TenantDb, enterpriseId: EnterpriseId): Promise<unknown> =>
  $client.prepare("DELETE FROM kept_calls WHERE enterprise_id = ?1").bind(enterpriseId).run();

async function make(
  call: KeptCall,
  { db, directory, enterpriseId, links, files, hashing, now }: Playing,
  counting: (note: Note | undefined) => Promise<void>,
): Promise<void> {
  const ctx = ctxIn(db, enterpriseId, now);
  const then = ctxIn(db, enterpriseId, () => call.at);
  switch (call.kind) {
    case "runClick":
      await (await openRunLink(db, call.code, call.at))?.note();
      return;
    case "hook": {
      const { instanceId, secret, id, body } = call;
      const hook = await hookAt(db, instanceId, secret);
      if (hook) await takeCall(ctx, instanceId, hook, { id, body: body as Record<string, Json> });
      return;
    }
    case "event":
      await takeEvent(ctx, call.body);
      return;
    case "form":
      await answerPage(db, call.token, call.body, { directory, hashing, ctxOf: () => then, isKept: true });
      return;
    case "formSeen":
      return counting((first) => countSeen(db, call.token, call.what, first));
    case "click":
    case "unsubscribe":
      return playLink(call, { db, links, files }, counting);
  }
}

/** A click on a tracked link, or a press of Unsubscribe: its link has another number by now. */
async function playLink(
  { kind, code, n, at }: Extract<KeptCall, { kind: "click" | "unsubscribe" }>,
  { db, links, files }: Pick<Playing, "db" | "links" | "files">,
  counting: (note: Note | undefined) => Promise<void>,
): Promise<void> {
  const named = readCode(code);
  if (!named) return;
  const there = { ...named, n: n + (links?.offset ?? 0) };
  if (kind === "click") return counting((await openCode(db, there, at))?.note);
  const mailed = await mailedTo(db, there);
  if (mailed) await unsubscribe(db, mailed, files, at);
}
