import type { TenantDb } from "#db/client.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { KeptCall, NumberSpan } from "#workers/contract/moving.ts";
import type { ArchiveReader } from "../archives/files.ts";
import { DomainError } from "../error.ts";
import { hookAt, takeCall } from "../entries/hook.ts";
import type { Json } from "../flow/json.ts";
import { readCode } from "../links/codes.ts";
import { openCode } from "../links/open.ts";
import { openRunLink } from "../links/run-links.ts";
import { mailedTo, unsubscribe } from "../links/unsubscribe.ts";
import { CALLS, type IntakeBucket, intakeOf, PAGE } from "./intake.ts";
import { ctxIn } from "./still.ts";

interface Playing {
  db: TenantDb;
  enterpriseId: EnterpriseId;
  /** What was added to the numbers of links; nothing in the old database. */
  links: NumberSpan | undefined;
  archive: ArchiveReader;
  now: () => number;
}

/**
 * Makes the calls that were kept, the oldest first; answers whether there may be more. A call that is made twice notes what is
 * there already: a click, a refusal, an event by its id.
 */
export async function playCalls(
  files: IntakeBucket,
  playing: Playing,
): Promise<{ played: number; more: boolean }> {
  const { objects } = await files.list({ prefix: intakeOf(playing.enterpriseId, CALLS), limit: PAGE });
  for (const { key } of objects) {
    const object = await files.get(key);
    if (!object) continue;
    await make(JSON.parse(new TextDecoder().decode(await object.arrayBuffer())) as KeptCall, playing);
    await files.delete(key);
  }
  return { played: objects.length, more: objects.length === PAGE };
}

async function make(call: KeptCall, { db, enterpriseId, links, archive, now }: Playing): Promise<void> {
  if (call.kind === "runClick") {
    await (await openRunLink(db, call.code, call.at))?.note();
    return;
  }
  if (call.kind === "hook") {
    const { instanceId, secret, id, body } = call;
    const hook = await hookAt(db, instanceId, secret);
    const calling =
      hook &&
      takeCall(ctxIn(db, enterpriseId, now), instanceId, hook, { id, body: body as Record<string, Json> });
    // Its sender was told that it is kept; one that names nobody would have been refused.
    await calling?.catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error;
    });
    return;
  }
  const named = readCode(call.code);
  if (!named) return;
  const there = { ...named, n: call.n + (links?.offset ?? 0) };
  if (call.kind === "click") await (await openCode(db, there, call.at))?.note();
  else {
    const mailed = await mailedTo(db, there);
    if (mailed) await unsubscribe(db, mailed, archive, call.at);
  }
}
