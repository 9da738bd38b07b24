import { waFlowFileErrors as texts } from "#texts/wa-flow-files.ts";
import type { Capabilities } from "#workers/contract/capabilities.ts";
import {
  claimsFiles,
  type ExchangedFile,
  exchangedFile,
  type FlowFile,
} from "#workers/contract/wa-flows/files.ts";
import { flowFileLimits } from "#workers/contract/wa-flows/versions.ts";
import type { Ctx } from "../ctx.ts";
import { atMost } from "../drive/hold.ts";
import type { DriveBucket } from "../drive/store.ts";
import { guardFailed } from "../guard.ts";
import { keepMedium, NotKept } from "../messaging/keep-medium.ts";
import { MOST_ADDED, openFile } from "./file-crypto.ts";

/** Meta waits ten seconds for an answer; so long files may take in all. */
const MOST_MS = 8_000;
/** Of all files of a call together: each is in memory while it is opened. */
const MOST_TOGETHER = 50 * 1024 * 1024;
/** A try that died leaves its row for so long. */
const LEASE_MS = 60_000;

/** A file that is not taken; its words are for whoever fills the flow in. */
class Refused extends Error {
  override readonly name = "Refused";
}

export interface FileDeps {
  bucket: DriveBucket;
  can: Pick<Capabilities, "media">;
  /** Whether files may be fetched at an address: the vendor's own hosts. */
  isAllowed: (url: URL) => boolean;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  fileUrl: (id: string) => string;
}

/** The session whose call brings files. */
export interface FileSession {
  token: string;
  channelId: string;
  identityId: string;
  until: number;
}

/**
 * Takes the files of a call in: fetched at the vendor, verified, opened and kept; among the values stand ours instead, so
 * that no key goes any further. Answers with the sentence for whoever sent them where one is not taken, and then keeps none
 * of the call's values. The same file again is the one that is there.
 */
export async function takeFiles(
  ctx: Ctx,
  session: FileSession,
  values: Readonly<Record<string, unknown>>,
  deps: FileDeps,
): Promise<{ values: Record<string, unknown> } | { refused: string }> {
  const taken: Record<string, unknown> = { ...values };
  const budget = { files: flowFileLimits.aCall, bytes: MOST_TOGETHER };
  const signal = AbortSignal.timeout(MOST_MS);
  try {
    for (const [name, value] of Object.entries(values)) {
      if (!claimsFiles(value)) continue;
      budget.files -= value.length;
      if (budget.files < 0) throw new Refused(texts.tooMany(flowFileLimits.aCall));
      const kept: FlowFile[] = [];
      for (const each of value) {
        const read = exchangedFile.safeParse(each);
        if (!read.success) throw new Refused(texts.damaged);
        kept.push(await takeFile(ctx, session, read.data, { ...deps, budget, signal }));
      }
      taken[name] = kept;
    }
    return { values: taken };
  } catch (error) {
    if (error instanceof Refused) return { refused: error.message };
    if (error instanceof NotKept) return { refused: sentenceOf(error) };
    // Somebody was erased meanwhile, or the same call comes twice at once.
    if (guardFailed(error)) return { refused: texts.noAnswer };
    throw error;
  }
}

function sentenceOf({ failed: { failure } }: NotKept): string {
  return failure === "tooLarge" || failure === "wrongType" || failure === "empty"
    ? texts[failure]
    : texts.noAnswer;
}

/** A row of the file before its bytes, for as long as the flow is not answered; the try that makes it has it alone. */
const BEGIN = `INSERT INTO message_media (id, enterprise_id, channel_id, identity_id, message_id, part, kind, medium, state, not_before, until, at)
  SELECT ?1, ?2, s.channel_id, s.identity_id, '', ?3, 'document', ?4, 'waiting', ?5 + ${LEASE_MS}, s.until, ?5
  FROM wa_flow_sessions s WHERE s.token = ?6 AND s.enterprise_id = ?2 AND s.completed_at IS NULL
  ON CONFLICT (enterprise_id, message_id, part) DO UPDATE SET state = 'waiting', failure = NULL, not_before = excluded.not_before
    WHERE message_media.state <> 'kept' AND message_media.not_before <= ?5 RETURNING id`;
const FOUND = `SELECT id, state, mime, name FROM message_media WHERE enterprise_id = ?1 AND message_id = '' AND part = ?2`;
const LEAVE = `DELETE FROM message_media WHERE id = ?1 AND state = 'waiting'`;

interface Row {
  id: string;
  state: string;
  mime: string | null;
  name: string | null;
}

interface Taking extends FileDeps {
  budget: { bytes: number };
  signal: AbortSignal;
}

async function takeFile(
  ctx: Ctx,
  { token }: FileSession,
  file: ExchangedFile,
  deps: Taking,
): Promise<FlowFile> {
  const { $client } = ctx.db;
  const part = `${token}/${file.media_id}`;
  const medium = { name: file.file_name };
  const [begun, there] = await $client.batch<Row>([
    $client
      .prepare(BEGIN)
      .bind(ctx.newId(), ctx.enterpriseId, part, JSON.stringify(medium), ctx.now(), token),
    $client.prepare(FOUND).bind(ctx.enterpriseId, part),
  ]);
  const row = there?.results[0];
  const shown = ({ id, name, mime }: Row): FlowFile => ({
    file: id,
    name: name ?? "",
    type: mime ?? "",
    url: deps.fileUrl(id),
  });
  if (row?.state === "kept") return shown(row);
  if (!row || begun?.results.length !== 1) throw new Refused(texts.noAnswer);
  try {
    const plain = await opened(file, deps);
    const response = new Response(plain, { headers: { "content-length": String(plain.byteLength) } });
    const waiting = { id: row.id, messageId: "", kind: "document" as const, medium, part };
    await keepMedium(ctx, waiting, { ok: true, response }, deps.can, deps.bucket);
  } catch (error) {
    await $client.prepare(LEAVE).bind(row.id).run();
    throw error;
  }
  const kept = await $client.prepare(FOUND).bind(ctx.enterpriseId, part).first<Row>();
  if (!kept) throw new Refused(texts.noAnswer);
  return shown(kept);
}

/** The bytes of a file that lies encrypted with the vendor. */
async function opened(file: ExchangedFile, deps: Taking): Promise<Uint8Array<ArrayBuffer>> {
  const whole = await fetched(file.cdn_url, deps);
  const plain = await openFile(whole, file.encryption_metadata);
  if (!plain) throw new Refused(texts.damaged);
  if (plain.byteLength > flowFileLimits.bytes) throw new Refused(texts.tooLarge);
  return plain;
}

async function fetched(
  address: string,
  { isAllowed, fetch, signal, budget }: Taking,
): Promise<Uint8Array<ArrayBuffer>> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !isAllowed(url)) throw new Refused(texts.host);
  const most = Math.min(flowFileLimits.bytes + MOST_ADDED, budget.bytes);
  try {
    // A redirect could lead anywhere.
    const response = await fetch(url.href, { redirect: "manual", signal });
    const told = Number(response.headers.get("content-length") ?? 0);
    if (response.status !== 200 || !response.body || told > most) {
      await response.body?.cancel();
      throw new Refused(told > most ? texts.tooLarge : texts.noAnswer);
    }
    const counted = { bytes: 0 };
    const chunks: Uint8Array[] = [];
    for await (const chunk of atMost(response.body, most, counted, () => new Refused(texts.tooLarge)))
      chunks.push(chunk);
    budget.bytes -= counted.bytes;
    const whole = new Uint8Array(counted.bytes);
    let at = 0;
    for (const chunk of chunks) {
      whole.set(chunk, at);
      at += chunk.byteLength;
    }
    return whole;
  } catch (error) {
    throw error instanceof Refused ? error : new Refused(texts.noAnswer, { cause: error });
  }
}
