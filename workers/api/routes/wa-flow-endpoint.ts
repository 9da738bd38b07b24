import type { Hono } from "hono";
import { tenantDatabase, tenantDatabases } from "#db/client.ts";
import { waFlowsTexts as texts } from "#texts/wa-flows.ts";
import { sameSecret, signatureOf } from "#workers/channels/digest.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import { WA_FLOW_PATH } from "#workers/contract/wa-flows/flow.ts";
import { DomainError } from "#workers/domain/error.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { importPrivateKey } from "#workers/domain/wa-flows/crypto.ts";
import { answerCall, encryptedCall } from "#workers/domain/wa-flows/endpoint.ts";
import { privateKeys } from "#workers/domain/wa-flows/keys.ts";
import type { AppContext, AppEnv } from "../context.ts";
import { takingFiles } from "../flow-files.ts";
import { channelOf, type Found } from "../open-channel.ts";

/** Screens send a few answers; files go elsewhere. */
const MOST_BYTES = 512 * 1_024;
const SIGNATURE = "x-hub-signature-256";
const PREFIX = "sha256=";
/** Statuses of Meta's data endpoint: the call is not Meta's, and its key does not open. */
const [NOT_SIGNED, WRONG_KEY] = [432, 421];

/** The data endpoint of WhatsApp Flows. Meta reads statuses, never an envelope. */
export function waFlowEndpoint(app: Hono<AppEnv>): void {
  app.post(`${WA_FLOW_PATH}:channelId`, async (c) => {
    const found = await channelOf(c, c.req.param("channelId"));
    if (!found) throw new DomainError("notFound");
    const body = await bodyOf(c);
    if (!isSigned(c.req.header(SIGNATURE), body, found)) return empty(NOT_SIGNED);
    const call = encryptedCall.safeParse(jsonOf(body));
    if (!call.success) return empty(WRONG_KEY);
    const database = tenantDatabases.find((each) => each === found.database);
    if (!database) throw new DomainError("notFound");
    const db = tenantDatabase(c.env, database);
    const reply = await answerCall(call.data, {
      db,
      channelId: found.channel.id,
      now: Date.now(),
      goneText: texts.gone,
      takeFiles: takingFiles(c, { ...found, database }),
      keys: (anew) => keysOf(c, found, db, anew),
    });
    return reply.status === 421
      ? empty(WRONG_KEY)
      : new Response(reply.body, { status: reply.status, headers: { "content-type": "text/plain" } });
  });
}

const empty = (status: number): Response => new Response(null, { status });

async function bodyOf(c: AppContext): Promise<Uint8Array> {
  if (Number(c.req.header("content-length") ?? 0) > MOST_BYTES) throw new DomainError("tooLarge");
  const body = new Uint8Array(await c.req.arrayBuffer());
  if (body.byteLength > MOST_BYTES) throw new DomainError("tooLarge");
  return body;
}

/** Meta signs with the app's secret; the simulator's phone with the channel's own token. */
function isSigned(given: string | undefined, body: Uint8Array, { channel }: Found): boolean {
  const { vendor, account } = channel;
  const secret = vendor === vendorCodes.simulator ? account.webhookToken : account.secrets["appSecret"];
  if (!given?.startsWith(PREFIX) || !secret) return false;
  return sameSecret(given.slice(PREFIX.length), signatureOf(secret, body));
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

/** Keys are believed for so long; one that was just made is found by reading them anew. */
const BELIEVED_MS = 60_000;
const believed = new Map<string, { keys: readonly CryptoKey[]; at: number }>();

async function keysOf(
  c: AppContext,
  { channel }: Found,
  db: ReturnType<typeof tenantDatabase>,
  anew: boolean,
): Promise<readonly CryptoKey[]> {
  const known = believed.get(channel.id);
  const now = Date.now();
  if (known && !anew && now - known.at < BELIEVED_MS) return known.keys;
  const ring = keyRing(c.env.DATA_KEY);
  const ctx = { db, enterpriseId: channel.enterpriseId, now: Date.now };
  const keys = await Promise.all((await privateKeys(ctx, ring, channel.id)).map(importPrivateKey));
  if (believed.size > 1_000) believed.clear();
  believed.set(channel.id, { keys, at: now });
  return keys;
}
