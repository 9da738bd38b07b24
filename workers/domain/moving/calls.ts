import type { DirectoryDb, TenantDatabase, TenantDb } from "#db/client.ts";
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
import { recordExternalCampaign } from "../external-campaigns/record.ts";
import { takeMessages } from "../public-sending/take.ts";
import type { MoveDeps } from "./deps.ts";
import { CALLS, type IntakeBucket, intakeOf, PAGE } from "./intake.ts";
import { ctxOf } from "../ctx.ts";
import { ACTOR, ctxIn } from "./still.ts";

interface Playing {
  db: TenantDb;
  database: TenantDatabase;
  directory: DirectoryDb;
  enterpriseId: EnterpriseId;
  /** The offset added to the numbers of links; undefined in the old database. */
  links: NumberSpan | undefined;
  files: IntakeBucket & ArchiveReader;
  hashing: MoveDeps["hashing"];
  now: () => number;
}

/**
 * Makes the calls that were kept, the oldest first; answers whether there may be more, and the channels that have something to send. A call that is made twice notes what is
 * there already: a refusal, an event, an answer by its id; what only counts is noted as made.
 */
export async function playCalls(
  files: IntakeBucket,
  playing: Playing,
): Promise<{ played: number; channels: Set<string>; more: boolean }> {
  const { objects } = await files.list({ prefix: intakeOf(playing.enterpriseId, CALLS), limit: PAGE });
  const channels = new Set<string>();
  for (const { key } of objects) {
    const object = await files.get(key);
    if (!object) continue;
    const call = JSON.parse(new TextDecoder().decode(await object.arrayBuffer())) as KeptCall;
    await make(call, playing, asMade(playing, key), channels).catch((error: unknown) =>
      refusedLate(call, error),
    );
    await files.delete(key);
  }
  return { played: objects.length, channels, more: objects.length === PAGE };
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
  playing: Playing,
  counting: (note: Note | undefined) => Promise<void>,
  channels: Set<string>,
): Promise<void> {
  const { db, directory, enterpriseId, links, files, hashing, now } = playing;
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
    case "campaign": {
      const { by, id, body } = call;
      const telling = ctxOf(db, enterpriseId, { ...ACTOR, name: by }, { now: () => call.at });
      await recordExternalCampaign(telling, body, id);
      return;
    }
    case "messages":
      for (const id of await playMessages(call, playing)) channels.add(id);
      return;
    case "formSeen":
      return counting((first) => countSeen(db, call.token, call.what, first));
    case "click":
    case "unsubscribe":
      return playLink(call, { db, links, files }, counting);
  }
}

/** Messages of the API, with the ids that their callers have; their time to be sent in began when they came. Answers the channels that have something to send. */
async function playMessages(
  { at, by, messages, links }: Extract<KeptCall, { kind: "messages" }>,
  { db, database, enterpriseId, hashing }: Playing,
): Promise<string[]> {
  const ctx = ctxOf(db, enterpriseId, { ...ACTOR, userId: by }, { now: () => at });
  const ids = new Map(messages.map(({ id, asked }) => [asked.idempotencyKey, id]));
  const { messages: taken, channelIds } = await takeMessages(
    ctx,
    messages.map(({ asked }) => asked),
    { hashing: hashing(ctx), links: { ...links, database }, ids },
  );
  for (const each of taken)
    if (each.status === "refused")
      console.log(JSON.stringify({ level: "warn", source: "moves", call: "messages", failure: each.code }));
  return channelIds;
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
