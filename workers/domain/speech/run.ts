import { and, eq, sql } from "drizzle-orm";
import { driveFiles } from "#db/tenant/drive.ts";
import { speechJobs } from "#db/tenant/speech.ts";
import { speechTexts as texts } from "#texts/speech.ts";
import type { JobPayload } from "#workers/contract/jobs.ts";
import { endingsOf, type MediaType } from "#workers/contract/endpoints/drive.ts";
import { SPEECH } from "#workers/contract/speech.ts";
import { ProviderError } from "#workers/providers/provider.ts";
import type { Sound } from "#workers/providers/sound.ts";
import type { SpeechProvider, Transcript } from "#workers/providers/speech.ts";
import type { Ctx } from "../ctx.ts";
import { type DriveRow, fileRow } from "../drive/file.ts";
import { arriving, holdBytes } from "../drive/hold.ts";
import { driveFull, stillFits } from "../drive/quota.ts";
import type { DriveBucket } from "../drive/store.ts";
import { DomainError } from "../error.ts";
import { bindable, guard, guardFailed } from "../guard.ts";
import type { HeldJob } from "../jobs/held-job.ts";
import { finished, guardLease, LeaseLost, standing, underLease } from "../jobs/lease.ts";
import type { PageEnd } from "../jobs/run-pages.ts";
import { takingAgain } from "../chat-words/fill.ts";
import { keepingChats } from "../live-events/keep-chats.ts";
import type { SpeechRow } from "./entries.ts";

/** The surroundings of a job of speech. */
export interface SpeechDeps {
  files: DriveBucket;
  /** The enterprise's provider; throws providerFailed where there is none. */
  provider: () => Promise<SpeechProvider>;
  /** Bytes that the enterprise's files may have. */
  quota: () => Promise<number>;
  /** Texts of a message, one after the other, without what the enterprise wants hidden. */
  wordsAsKept: (texts: readonly string[]) => Promise<readonly string[]>;
}

/** Begun so often without an answer, it is given up with the provider's reason: the loop itself would only say that it was. */
const MOST_TRIES = 5;
const FIRST_WAIT_MS = 2_000;
const MOST_WAIT_MS = 15 * 60_000;
const CALLS = 10;

const thisRow = ({ enterpriseId }: Pick<Ctx, "enterpriseId">, id: string) =>
  and(eq(speechJobs.enterpriseId, enterpriseId), eq(speechJobs.id, id));

/**
 * One page asks the provider; what it answers, the job's end and the seconds that count as used are one transaction. A
 * provider that is busy or away is asked again later, as it says itself.
 */
export function speechPages(
  ctx: Ctx,
  held: HeldJob,
  { speechId }: JobPayload<"speech.run">,
  deps: SpeechDeps,
): () => Promise<PageEnd> {
  return async () => {
    const [row] = await ctx.db.select().from(speechJobs).where(thisRow(ctx, speechId)).limit(1);
    if (row?.state !== "waiting") {
      await finished(ctx, held.job, "");
      return "done";
    }
    held.did(CALLS);
    try {
      if (row.kind === "speak") await speakRow(ctx, held, row, deps);
      else await transcribeRow(ctx, held, row, deps);
      return "done";
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      return laterOr(held, error);
    }
  };
}

/** When to ask again; throws providerFailed for a reason that does not pass, or has not for too long. */
function laterOr({ job }: HeldJob, { failure, message, retryAfterSeconds = 0 }: ProviderError): PageEnd {
  const passes = failure === "rateLimited" || failure === "unavailable" || failure === "timeout";
  if (!passes || job.attempts >= MOST_TRIES) throw new DomainError("providerFailed", { message });
  const wait = Math.max(retryAfterSeconds * 1_000, FIRST_WAIT_MS * 2 ** (job.attempts - 1));
  return { laterMs: Math.min(wait, MOST_WAIT_MS) };
}

async function transcribeRow(ctx: Ctx, held: HeldJob, row: SpeechRow, deps: SpeechDeps): Promise<void> {
  const provider = await deps.provider();
  const recording = await recordingOf(ctx, row, deps.files);
  const heard = await held.during(provider.transcribe(recording, row.language));
  const { $client } = ctx.db;
  const archiving = row.messageId === null ? [] : await takingAgain(ctx.db, ctx.enterpriseId, row.messageId);
  // Words said in a message are kept like words written in one.
  const found = row.messageId === null ? heard : await asWritten(heard, deps);
  const batch = $client.batch([
    bindable(ctx, guardLease(ctx, held.job)),
    bindable(ctx, transcribed(ctx, row, found)),
    bindable(ctx, finished(ctx, held.job, "")),
    ...archiving,
    ...(row.messageId === null ? [] : [keepingChats(ctx, [row.messageId])]),
  ]);
  await underLease(batch);
}

async function asWritten(heard: Transcript, { wordsAsKept }: SpeechDeps): Promise<Transcript> {
  const kept = await wordsAsKept(heard.segments.map(({ text }) => text));
  return { ...heard, segments: heard.segments.map((each, at) => ({ ...each, text: kept[at] ?? "" })) };
}

const transcribed = (ctx: Ctx, { id }: SpeechRow, { segments, language, seconds }: Transcript) =>
  ctx.db
    .update(speechJobs)
    .set({
      ...{ state: "done", reason: "", foundLanguage: language, seconds, doneAt: ctx.now() },
      segments: segments
        .slice(0, SPEECH.segments)
        .map((each) => ({ ...each, text: each.text.slice(0, SPEECH.segment).toWellFormed() })),
      updatedAt: ctx.now(),
    })
    .where(thisRow(ctx, id));

async function recordingOf(ctx: Ctx, { fileId, name }: SpeechRow, files: DriveBucket) {
  const file = await fileRow(ctx, fileId ?? "").catch(() => undefined);
  const object = file && (await files.get(file.key));
  if (!file || !object) throw new DomainError("notFound", { message: texts.fileGone });
  const bytes = new Uint8Array(await new Response(object.body).arrayBuffer());
  return { bytes, mediaType: file.mediaType, name: named(name, file.mediaType) };
}

/** Providers tell the type by the ending of the name, and what a browser records has one that they do not know. */
function named(name: string, mediaType: string): string {
  const endings = Object.hasOwn(endingsOf, mediaType) ? endingsOf[mediaType as MediaType] : ["webm"];
  const [ending] = endings;
  return endings.some((each) => name.toLowerCase().endsWith(`.${each}`)) ? name : `recording.${ending}`;
}

async function speakRow(ctx: Ctx, held: HeldJob, row: SpeechRow, deps: SpeechDeps): Promise<void> {
  const provider = await deps.provider();
  const { text, language, voice, speed } = row;
  const sound = await held.during(provider.speak({ text, language, voice, speed }));
  const quota = await deps.quota();
  const ending = sound.mediaType === "audio/wav" ? "wav" : "mp3";
  const file = arriving(ctx, { use: "media", name: `${fileName(row.name)}.${ending}` });
  try {
    await holdBytes(ctx, deps.files, file, once(sound.bytes), () =>
      ctx.db.batch([
        guardLease(ctx, held.job),
        guard(ctx, stillFits(ctx, sound.bytes.length, quota)),
        keptSound(ctx, file, sound),
        spoken(ctx, row, file, sound),
        finished(ctx, held.job, ""),
      ]),
    );
  } catch (error) {
    if (!guardFailed(error)) throw error;
    if ((await standing(ctx, held.job)) !== "held") throw new LeaseLost();
    throw await driveFull(ctx, quota);
  }
}

const keptSound = (ctx: Ctx, { id }: DriveRow, { bytes, mediaType }: Sound) =>
  ctx.db
    .update(driveFiles)
    .set({ state: "ready", mediaType, bytes: bytes.length })
    .where(and(eq(driveFiles.enterpriseId, ctx.enterpriseId), eq(driveFiles.id, id)));

const spoken = (ctx: Ctx, { id }: SpeechRow, file: DriveRow, { mediaType, seconds }: Sound) =>
  ctx.db
    .update(speechJobs)
    .set({
      ...{ state: "done", reason: "", fileId: file.id, mediaType, seconds, doneAt: ctx.now() },
      updatedAt: ctx.now(),
    })
    .where(thisRow(ctx, id));

const fileName = (name: string): string =>
  name
    .replaceAll(/[^\p{L}\p{M}\p{N} -]/gu, "")
    .trim()
    .slice(0, 40)
    .toWellFormed() || "speech";

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Says why on the row that its job was given up, and in the chat of a voice message. */
export async function giveUpSpeech(ctx: Ctx, speechId: string, reason: string): Promise<void> {
  const { db } = ctx;
  const [row] = await db
    .select({ messageId: speechJobs.messageId })
    .from(speechJobs)
    .where(thisRow(ctx, speechId));
  const failing = db
    .update(speechJobs)
    .set({ state: "failed", reason, updatedAt: ctx.now() })
    .where(and(thisRow(ctx, speechId), sql`state = 'waiting'`));
  // In one: a chat that is not told would show a transcript that is still to come.
  await db.$client.batch([
    bindable(ctx, failing),
    ...(row?.messageId ? [keepingChats(ctx, [row.messageId])] : []),
  ]);
}
