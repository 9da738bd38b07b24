import { and, eq, sql } from "drizzle-orm";
import { speechJobs } from "#db/tenant/speech.ts";
import { speechTexts as texts } from "#texts/speech.ts";
import type { speak, SpeechDetail, transcribe } from "#workers/contract/endpoints/speech.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { SPEECH, voicesFor } from "#workers/contract/speech.ts";
import { audited } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { fileRow } from "../drive/file.ts";
import { DomainError } from "../error.ts";
import { guard, guardFailed } from "../guard.ts";
import type { ProviderEnv } from "../integrations/provider-of.ts";
import { openingJob } from "../jobs/open.ts";
import { entryIn, getSpeech, readingEntry, type SpeechRow, thisEntry } from "./entries.ts";
import { isReady, offerOf, settingsRow, type SettingsRow } from "./settings.ts";

/** Letters of a text that name it in the history. */
const NAME = 80;
const RETRY_SECONDS = 30;

const refused = (field: string, message: string): DomainError =>
  new DomainError("invalid", { message, errors: { [field]: message } });

/** Begins to turn a text into speech. Throws invalid for a voice or language that the provider does not have. */
export async function beginSpeech(
  ctx: Ctx,
  env: ProviderEnv,
  { text, language, voice, speed }: InputOf<typeof speak>["body"],
): Promise<SpeechDetail> {
  const offer = offerOf(await readySettings(ctx, env));
  if (!offer.languages.includes(language)) throw refused("language", texts.languageWrong);
  if (!voicesFor(offer, language).some(({ id }) => id === voice)) throw refused("voice", texts.voiceWrong);
  const name = text.slice(0, NAME).replaceAll(/\s+/g, " ").toWellFormed();
  return begin(ctx, {
    ...{ kind: "speak", name, text, language, voice },
    speed: offer.hasSpeed ? speed : 1,
  });
}

/** Begins to transcribe a file that was uploaded for it. */
export async function beginTranscript(
  ctx: Ctx,
  env: ProviderEnv,
  { fileId, language }: InputOf<typeof transcribe>["body"],
): Promise<SpeechDetail> {
  const [file] = await Promise.all([recordingOf(ctx, fileId), readySettings(ctx, env)]);
  return begin(ctx, {
    ...{ kind: "transcribe", name: file.name, text: "", language, voice: "", speed: 1 },
    fileId,
    mediaType: file.mediaType,
  });
}

/** Other files of the drive have readers of their own. */
async function recordingOf(ctx: Ctx, fileId: string) {
  const file = await fileRow(ctx, fileId).catch((error: unknown) => {
    if (error instanceof DomainError) return undefined;
    throw error;
  });
  if (file?.use !== "speech") throw refused("fileId", texts.fileWrong);
  return file;
}

async function readySettings(ctx: Ctx, env: ProviderEnv): Promise<SettingsRow | undefined> {
  const row = await settingsRow(ctx);
  if (!isReady(row, env)) throw new DomainError("providerFailed", { message: texts.notReady });
  return row;
}

type Begun = Pick<SpeechRow, "kind" | "name" | "text" | "language" | "voice" | "speed"> &
  Partial<Pick<SpeechRow, "fileId" | "mediaType">>;

async function begin(ctx: Ctx, begun: Begun): Promise<SpeechDetail> {
  const { db, enterpriseId, newId, now, actor } = ctx;
  const id = newId();
  const at = now();
  try {
    const results = await db.batch([
      guard(ctx, hasRoom(ctx)),
      db.insert(speechJobs).values({
        ...begun,
        ...{ id, enterpriseId, state: "waiting" },
        ...{ updatedBy: actor.name, createdAt: at, updatedAt: at },
      }),
      openingJob(ctx, { kind: "speech.run", subject: id, payload: { speechId: id } }),
      audited(ctx, {
        action: "create",
        kind: "speech",
        object: { id, name: begun.name },
        after: { kind: begun.kind, language: begun.language, ...(begun.voice && { voice: begun.voice }) },
      }),
      readingEntry(ctx, id),
    ]);
    return entryIn(results.at(-1));
  } catch (error) {
    if (!guardFailed(error)) throw error;
    throw new DomainError("tooOften", {
      message: texts.tooManyOpen(String(SPEECH.open)),
      retryAfterSeconds: RETRY_SECONDS,
    });
  }
}

/** Condition that fewer wait than may: each costs somebody money. */
const hasRoom = ({ enterpriseId }: Ctx) =>
  sql`(SELECT count(*) FROM ${speechJobs} WHERE enterprise_id = ${enterpriseId} AND state = 'waiting' AND message_id IS NULL) < ${SPEECH.open}`;

/** Tries again what has failed; one that is tried already goes on. Throws invalid for one that is done. */
export async function retrySpeech(ctx: Ctx, id: string): Promise<SpeechDetail> {
  const entry = await getSpeech(ctx, id);
  if (entry.state === "done") throw new DomainError("invalid", { message: texts.notFailed });
  const results = await ctx.db.batch([...tryingAgain(ctx, id, thisEntry(ctx, id)), readingEntry(ctx, id)]);
  return entryIn(results.at(-1));
}

/** Statements that take a row up again unless it is done; nothing happens to one that is gone. */
export const tryingAgain = (ctx: Ctx, id: string, which: ReturnType<typeof and>) =>
  [
    ctx.db
      .update(speechJobs)
      .set({ state: "waiting", reason: "", updatedAt: ctx.now() })
      .where(and(which, eq(speechJobs.state, "failed"))),
    openingJob(ctx, { kind: "speech.run", subject: id, payload: { speechId: id } }),
  ] as const;
