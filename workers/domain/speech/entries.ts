import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { speechJobs } from "#db/tenant/speech.ts";
import { speechTexts as texts } from "#texts/speech.ts";
import type {
  listSpeech as listContract,
  SpeechDetail,
  SpeechSummary,
} from "#workers/contract/endpoints/speech.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { PAGE_CAP } from "#workers/contract/fields.ts";
import { type Ctx, iso } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { openJobOf } from "../jobs/open.ts";

export type SpeechRow = typeof speechJobs.$inferSelect;

/** Where-clause for one entry of the history; voice messages of chats are seen in their chats alone. */
export const thisEntry = ({ enterpriseId }: Pick<Ctx, "enterpriseId">, id: string) =>
  and(eq(speechJobs.enterpriseId, enterpriseId), eq(speechJobs.id, id), isNull(speechJobs.messageId));

/** The open job of a row, if there is one. */
const JOB = sql<
  string | null
>`(${sql.raw(openJobOf("speech.run", "speech_jobs.enterprise_id", "speech_jobs.id"))})`;

const SUMMARY = {
  id: speechJobs.id,
  kind: speechJobs.kind,
  state: speechJobs.state,
  reason: speechJobs.reason,
  name: speechJobs.name,
  language: speechJobs.language,
  foundLanguage: speechJobs.foundLanguage,
  voice: speechJobs.voice,
  speed: speechJobs.speed,
  seconds: speechJobs.seconds,
  mediaType: speechJobs.mediaType,
  fileId: speechJobs.fileId,
  revision: speechJobs.revision,
  updatedBy: speechJobs.updatedBy,
  createdAt: speechJobs.createdAt,
  job: JOB.as("job"),
} as const;
type SummaryRow = Pick<SpeechRow, Exclude<keyof typeof SUMMARY, "job">> & { job: string | null };

/** One that waits without an open job was given up in the moment in which its worker died. */
export const endOf = ({ state, reason, job }: Pick<SummaryRow, "state" | "reason" | "job">) =>
  state === "waiting" && job === null
    ? { state: "failed" as const, reason: reason || texts.gaveUp }
    : { state, reason };

const onWire = ({ createdAt, job, ...row }: SummaryRow): SpeechSummary => ({
  ...row,
  ...endOf({ ...row, job }),
  jobId: job ?? "",
  at: iso(createdAt),
});

export async function listSpeech(
  { db, enterpriseId }: Ctx,
  { kind, from, perPage }: InputOf<typeof listContract>["query"],
): Promise<ReplyOf<typeof listContract>> {
  const most = perPage === -1 ? PAGE_CAP : perPage;
  const rows = await db
    .select(SUMMARY)
    .from(speechJobs)
    .where(
      and(eq(speechJobs.enterpriseId, enterpriseId), eq(speechJobs.kind, kind), isNull(speechJobs.messageId)),
    )
    .orderBy(desc(speechJobs.id))
    .limit(most + 1)
    .offset(from);
  return { list: rows.slice(0, most).map(onWire), more: rows.length > most };
}

type DetailRow = SummaryRow & Pick<SpeechRow, "text" | "segments">;

/** A statement that reads one entry with its text or transcript, also behind a change in its batch. */
export const readingEntry = (ctx: Ctx, id: string) =>
  ctx.db
    .select({ ...SUMMARY, text: speechJobs.text, segments: speechJobs.segments })
    .from(speechJobs)
    .where(thisEntry(ctx, id))
    .limit(1);

/** The entry that this statement has read; throws notFound. */
export function entryIn(rows: unknown): SpeechDetail {
  const [row] = rows as DetailRow[];
  if (!row) throw new DomainError("notFound");
  const { text, segments, ...summary } = row;
  return { ...onWire(summary), text, segments: segments ?? [] };
}

/** One entry with its text or transcript; throws notFound. */
export const getSpeech = async (ctx: Ctx, id: string): Promise<SpeechDetail> =>
  entryIn(await readingEntry(ctx, id));
