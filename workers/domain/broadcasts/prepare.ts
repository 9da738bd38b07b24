import { sql } from "drizzle-orm";
import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import type { JobPayload } from "#workers/contract/jobs.ts";
import type { Ctx } from "../ctx.ts";
import { bindable } from "../guard.ts";
import type { HeldJob } from "../jobs/held-job.ts";
import { advancing, finished, guardLease, LeaseLost, type LeasedJob, underLease } from "../jobs/lease.ts";
import type { PageEnd } from "../jobs/run-pages.ts";
import { countMatching } from "../customers/list.ts";
import { readingFile, type Files } from "../imports/files.ts";
import { type Making, makingOf, type MakingDeps, recipientsMade } from "./add.ts";
import { type DataFile, openedFile } from "../audience/data-file.ts";
import { type Person, peopleOf } from "../audience/people.ts";
import { theirs } from "./slice.ts";
import { TIME_TO_SEND } from "../messaging/time-to-send.ts";

type Payload = JobPayload<"broadcast.prepare">;

/** People of one page, which is one transaction. */
const PAGE = 500;
const CALLS = 12;
/** Behind the last part of an audience. */
const OVER = 4;

/** changes() counts the rows of the statement before this one, without those of its triggers. */
const DOUBLES = "UPDATE broadcasts SET doubles = doubles + ?2 - changes() WHERE id = ?1";
const HAS_SOMEBODY = `EXISTS (SELECT 1 FROM broadcast_counts c WHERE c.broadcast_id = broadcasts.id AND c.status = 'queued' AND c.count > 0)`;
const HAS_ROWS = (id: string) =>
  `EXISTS (SELECT 1 FROM broadcast_counts c WHERE c.broadcast_id IN (${id}) AND c.count > 0)`;
/** A part of a run that compares two messages may have nobody, where others of it have. */
const IS_EMPTY_PART = `part IS NOT NULL AND NOT ${HAS_ROWS("broadcasts.id")}
    AND (part <> 'rest' OR ${HAS_ROWS("SELECT broadcasts.test_of UNION ALL SELECT s.id FROM broadcasts s WHERE s.test_of = broadcasts.test_of")})`;
/** People who were named are known by the recipients from now on, and nowhere else. */
const PREPARED = `UPDATE broadcasts SET prepared_at = ?2, updated_at = ?2, revision = revision + 1,
    state = CASE WHEN ${HAS_SOMEBODY} THEN state WHEN ${IS_EMPTY_PART} THEN 'completed' ELSE 'failed' END,
    reason = CASE WHEN ${HAS_SOMEBODY} OR ${IS_EMPTY_PART} THEN reason ELSE ?3 END,
    ended_at = CASE WHEN ${HAS_SOMEBODY} THEN NULL ELSE ?2 END, expires_at = max(expires_at, ?2 + ${TIME_TO_SEND}),
    request = json_set(request, '$.phoneNumber', json('[]'), '$.audience.customerIds', json('[]'))
  WHERE id = ?1 AND state IN ('processing', 'paused') AND prepared_at IS NULL`;

/**
 * Makes a broadcast's recipients, with their values now and why some are left out; nothing is sent before all are there.
 * A page's rows and the job's progress are one transaction under its lease, so a page that runs twice makes nobody twice.
 */
export function preparePages(
  ctx: Ctx,
  held: HeldJob,
  payload: Payload,
  deps: PrepareDeps,
): () => Promise<PageEnd> {
  const { job } = held;
  let { part, at, below, n } = payload;
  let about: About | undefined;
  return async () => {
    // Whoever comes after a worker that died at the end finds all recipients there.
    if (part === OVER) return end(ctx, job, payload.broadcastId);
    about ??= await aboutOf(ctx, payload.broadcastId, deps);
    if (!about) throw new LeaseLost();
    const { broadcast, fields, dataFile } = about;
    const { people, next } = await peopleOf(
      ctx,
      { request: broadcast.request, channelType: broadcast.channelType, fields, dataFile },
      { part, at, below },
      PAGE,
    );
    const after = next ?? { part: OVER, at: 0, below: 0 };
    await underLease(
      ctx.db.$client.batch([
        bindable(ctx, guardLease(ctx, job, { n, part }, isWanted(broadcast.id))),
        ...(await pageMade(ctx, about, people, n)),
        bindable(ctx, advancing(ctx, job, { payload: { ...after, n: n + people.length } })),
      ]),
    );
    held.did(CALLS);
    n += people.length;
    ({ part, at, below } = after);
    if (next === null) return end(ctx, job, broadcast.id);
    await held.tell(Math.min(n / Math.max(about.total, 1), 0.99));
    return "next";
  };
}

/** A broadcast that is stopped, or whose channel is gone, is made no recipients for any more. */
const isWanted = (id: string) =>
  sql`EXISTS (SELECT 1 FROM broadcasts WHERE id = ${id} AND state IN ('processing', 'paused'))`;

interface PrepareDeps extends MakingDeps {
  files: Pick<Files, "get">;
}

interface About extends Making {
  dataFile: DataFile | undefined;
  total: number;
}

async function aboutOf(ctx: Ctx, id: string, deps: PrepareDeps): Promise<About | undefined> {
  const making = await makingOf(ctx, id, deps);
  if (!making) return undefined;
  const { request } = making.broadcast;
  const { filter, customerIds, file } = request.audience;
  const matching = filter ? await countMatching(ctx, filter) : 0;
  const [found] = file ? await readingFile(ctx, file.path) : [];
  const dataFile = file ? { files: deps.files, ...openedFile(file, found) } : undefined;
  const total =
    request.phoneNumber.length + customerIds.length + matching + (dataFile?.file.format.rows ?? 0);
  return { ...making, dataFile, total };
}

/** Statements for a page of recipients, which count who is one already. Places are those of the whole audience. */
async function pageMade(
  ctx: Ctx,
  about: About,
  people: readonly Person[],
  n: number,
): Promise<D1PreparedStatement[]> {
  const all = people.map((person, index) => ({ person, place: n + index + 1 }));
  const placed = await theirs(ctx, about.broadcast, all);
  if (placed.length === 0) return [];
  return [
    ...(await recipientsMade(ctx, about, placed)),
    ctx.db.$client.prepare(DOUBLES).bind(about.broadcast.id, placed.length),
  ];
}

async function end(ctx: Ctx, job: LeasedJob, id: string): Promise<PageEnd> {
  await underLease(
    ctx.db.$client.batch([
      bindable(ctx, guardLease(ctx, job, { part: OVER })),
      ctx.db.$client.prepare(PREPARED).bind(id, ctx.now(), texts.failedNobody),
      bindable(ctx, finished(ctx, job, texts.job.done)),
    ]),
  );
  return "done";
}

const GAVE_UP = `UPDATE broadcasts SET state = 'failed', reason = ?3, revision = revision + 1, updated_at = ?2
  WHERE id = ?1 AND state IN ('processing', 'paused') AND prepared_at IS NULL`;

/** Fails a broadcast whose recipients cannot be found; those who are there already are ended by its sender. */
export async function prepareGaveUp({ db, now }: Ctx, broadcastId: string, reason: string): Promise<void> {
  await db.$client.prepare(GAVE_UP).bind(broadcastId, now(), reason).run();
}
