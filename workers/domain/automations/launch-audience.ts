import { sql } from "drizzle-orm";
import { automationLaunchTexts as texts } from "#texts/automation-launch.ts";
import type { AudienceProgress, Launch, LaunchAudience } from "#workers/contract/automation/launch.ts";
import { INSTANCE, type InstanceState } from "#workers/contract/automation/instance-states.ts";
import type { JobPayload } from "#workers/contract/jobs.ts";
import { beginningOf, type Person, peopleOf } from "../audience/people.ts";
import type { Ctx } from "../ctx.ts";
import { countMatching } from "../customers/list.ts";
import { liveFields } from "../customers/live-fields.ts";
import { bindable } from "../guard.ts";
import type { HeldJob } from "../jobs/held-job.ts";
import { advancing, finished, guardLease, LeaseLost, underLease } from "../jobs/lease.ts";
import { cancellingJob, openingJob, openingJobsFrom } from "../jobs/open.ts";
import type { PageEnd } from "../jobs/run-pages.ts";
import type { AddressHash } from "../messaging/address-hash.ts";
import { peopleMet } from "../messaging/meet-people.ts";
import { type Entering, entering } from "../runs/enter.ts";
import { BY_AUDIENCE, EVERYBODY, marksOf, startFilter } from "./launch-filter.ts";
import { identitiesOn, isAddressed } from "./reached.ts";

export const AUDIENCE_JOB = "instance.enter";

/** People of one page, which is one transaction. */
const PAGE = 500;
const CALLS = 13;
/** Behind the last part of an audience. */
const OVER = { part: 9, at: 0, below: 0, done: 1 } as const;

/** The job that lets an audience in, in the batch that starts its instance. */
export const openingAudience = (ctx: Ctx, instanceId: string) =>
  openingJob(ctx, { kind: AUDIENCE_JOB, subject: instanceId, payload: { instanceId } });

const CANCEL = cancellingJob(AUDIENCE_JOB);
/** The statement by which nobody more is let in; where the walk stands is the instance's, so that it can go on later. */
export const closingAudience = (
  { db, enterpriseId, now }: Pick<Ctx, "db" | "enterpriseId" | "now">,
  instanceId: string,
): D1PreparedStatement => db.$client.prepare(CANCEL).bind(instanceId, enterpriseId, now(), texts.job.stopped);

/** Jobs for instances (`?1`: id and the job's id) that the clock has started at `?2`. */
export const OPEN_AUDIENCES = openingJobsFrom(
  AUDIENCE_JOB,
  `SELECT e.value->>2 AS id, i.enterprise_id, i.id AS subject, json_object('instanceId', i.id) AS payload FROM json_each(?1) e
    CROSS JOIN automation_instances i ON i.id = e.value->>0 AND i.enterprise_id = ?3 AND i.state = ${INSTANCE.started} AND i.started_at = ?2
      AND i.audience ->> '$.done' = 0`,
);

/** Whether people are still to be let in. */
export const hasAudienceLeft = (audience: AudienceProgress | null): boolean =>
  audience !== null && audience.done === 0;

/** An audience before anybody of it was let in. */
export async function audienceBegun(ctx: Ctx, audience: LaunchAudience): Promise<AudienceProgress> {
  return {
    ...beginningOf({ request: { audience: { ...audience, file: null } } }),
    total: await sizeOf(ctx, audience),
    seen: 0,
    left: 0,
    filtered: 0,
    entered: 0,
    done: 0,
  };
}

/** How many people an audience names, doubles counted. */
export const sizeOf = async (ctx: Ctx, { filter, customerIds }: LaunchAudience): Promise<number> =>
  customerIds.length + (filter ? await countMatching(ctx, filter) : 0);

const READ = `SELECT i.state, i.launch, i.audience, i.channel_id AS channelId, c.type AS channelType, v.id AS versionId, v.graph FROM automation_instances i
  CROSS JOIN automation_versions v ON v.id = i.version_id LEFT JOIN channels c ON c.id = i.channel_id AND c.enterprise_id = ?2 WHERE i.id = ?1 AND i.enterprise_id = ?2`;

interface Read {
  state: InstanceState;
  launch: string;
  audience: string | null;
  channelId: string;
  channelType: number | null;
  versionId: string;
  graph: string;
}

const ADVANCE = `UPDATE automation_instances SET audience = ?2 WHERE id = ?1`;
/** Customers who were named are known by their runs from now on, and nowhere else. */
const FORGET = `UPDATE automation_instances SET launch = json_set(launch, '$.audience.customerIds', json('[]')) WHERE id = ?1`;
/** One whose people are all through and that nobody can enter by words is over. */
const FINISH = `UPDATE automation_instances SET state = ${INSTANCE.stopped}, end_reason = 'finished', ended_at = ?2, revision = revision + 1, updated_at = ?2
  WHERE id = ?1 AND state = ${INSTANCE.started} AND audience ->> '$.done' = 1
    AND NOT EXISTS (SELECT 1 FROM runs r WHERE r.instance_id = ?1 AND r.state = 'waiting')
    AND NOT EXISTS (SELECT 1 FROM automation_triggers t WHERE t.instance_id = ?1)`;
/** The statement that ends an instance which has nothing more to do; while people are in it a trigger on runs does so. */
export const finishing = ({ db, now }: Pick<Ctx, "db" | "now">, instanceId: string): D1PreparedStatement =>
  db.$client.prepare(FINISH).bind(instanceId, now());

const isStarted = (id: string) =>
  sql`EXISTS (SELECT 1 FROM automation_instances WHERE id = ${id} AND state = ${INSTANCE.started})`;

export interface AudienceDeps {
  hashOf: () => Promise<AddressHash>;
}

/**
 * Lets the audience of a launch in, a page a transaction under the job's lease. Where the walk stands is written with the
 * page, and an entry's key is its person, so that nobody enters twice however often a page runs or a job is begun again.
 */
export function enterPages(
  ctx: Ctx,
  held: HeldJob,
  { instanceId }: JobPayload<typeof AUDIENCE_JOB>,
  deps: AudienceDeps,
): () => Promise<PageEnd> {
  const { job } = held;
  const { $client } = ctx.db;
  const read = async () => {
    const [found, fields, hash] = await Promise.all([
      $client.prepare(READ).bind(instanceId, ctx.enterpriseId).first<Read>(),
      liveFields(ctx),
      deps.hashOf(),
    ]);
    return { found, fields, hash, filter: found && startFilter(found, fields) };
  };
  let about: Awaited<ReturnType<typeof read>> | undefined;
  let at: AudienceProgress | null = null;
  return async () => {
    if (!about) {
      about = await read();
      at = JSON.parse(about.found?.audience ?? "null") as AudienceProgress | null;
    }
    const { found, fields, hash, filter } = about;
    // Paused, stopped or gone meanwhile: whoever did that has ended the job as well.
    if (found?.state !== INSTANCE.started || found.channelType === null || !at) throw new LeaseLost();
    const channel = { id: found.channelId, type: found.channelType };
    const { audience, most = Infinity } = JSON.parse(found.launch) as Launch;
    const now: AudienceProgress = at;
    const { people, next } = await peopleOf(
      ctx,
      {
        request: { phoneNumber: [], audience: { filter: null, customerIds: [], ...audience, file: null } },
        channelType: channel.type,
        fields,
      },
      now,
      PAGE,
    );
    const marks = await marksOf(ctx, filter ?? EVERYBODY, people);
    const wanted = people.filter((person) => filter?.letsIn(person, marks.get(person.customer), ctx.now()));
    const all = await enteringOf(ctx, channel, wanted, hash);
    const { left } = all;
    const room = Math.max(0, most - (now.entered ?? 0));
    const isIn = most === Infinity ? new Set<string>() : await enteredAlready(ctx, instanceId, all.entries);
    const fresh = all.entries.filter(({ identityId }) => !isIn.has(identityId));
    // Whoever is behind the limit has been looked at, and the channel doesn't meet them.
    const { entries, statements } =
      fresh.length > room
        ? await enteringOf(ctx, channel, all.those(fresh.slice(0, room)), hash)
        : { ...all, entries: fresh };
    const entered = (now.entered ?? 0) + entries.length;
    const goesOn = entered < most ? next : null;
    const after = {
      ...now,
      ...(goesOn ?? OVER),
      entered,
      seen: now.seen + people.length,
      left: now.left + left,
      filtered: (now.filtered ?? 0) + people.length - wanted.length,
    };
    await underLease(
      $client.batch([
        bindable(ctx, guardLease(ctx, job, {}, isStarted(instanceId))),
        ...statements,
        ...(entries.length > 0 ? [entering(ctx, { id: instanceId, channelId: channel.id }, entries)] : []),
        $client.prepare(ADVANCE).bind(instanceId, JSON.stringify(after)),
        ...(goesOn === null
          ? [
              $client.prepare(FORGET).bind(instanceId),
              finishing(ctx, instanceId),
              bindable(
                ctx,
                finished(ctx, job, texts.job.done(Math.min(after.seen - after.left - after.filtered, most))),
              ),
            ]
          : [bindable(ctx, advancing(ctx, job, { progress: shareOf(after) }))]),
      ]),
    );
    at = after;
    held.did(CALLS);
    if (goesOn === null) return "done";
    await held.tell(shareOf(after), { result: { seen: after.seen, total: after.total } });
    return "next";
  };
}

const ENTERED = `SELECT identity_id AS id FROM runs WHERE instance_id = ?1 AND entry_key IN (SELECT value FROM json_each(?2))`;
/** Those who have entered by another part of the audience: they count once. */
async function enteredAlready(
  { db: { $client } }: Ctx,
  instanceId: string,
  entries: readonly Entering[],
): Promise<ReadonlySet<string>> {
  const keys = JSON.stringify(entries.map(({ entryKey }) => entryKey));
  const { results } = await $client.prepare(ENTERED).bind(instanceId, keys).all<{ id: string }>();
  return new Set(results.map(({ id }) => id));
}

const shareOf = ({ seen, total }: AudienceProgress): number => Math.min(seen / Math.max(total, 1), 0.99);

/** A page's people who enter, statements that make those new to the channel, and the number it doesn't reach. */
async function enteringOf(
  ctx: Ctx,
  channel: { id: string; type: number },
  people: readonly Person[],
  hash: AddressHash,
) {
  const known = await identitiesOn(
    ctx,
    channel,
    people.flatMap(({ customer }) => customer ?? []),
  );
  const isKnown = ({ customer }: Person) => customer !== null && known.has(customer);
  const strangers = isAddressed(channel.type) ? people.filter((person) => !isKnown(person)) : [];
  const { identityOf, statements } = await peopleMet(ctx, channel.type, strangers, hash);
  const found = people.map((person) =>
    isKnown(person) ? known.get(person.customer ?? 0) : identityOf.get(person.address ?? ""),
  );
  const identities = [...new Set(found.flatMap((identityId) => identityId ?? []))];
  return {
    statements,
    left: found.filter((identityId) => identityId === null || identityId === undefined).length,
    /** The people of some of the entries. */
    those: (some: readonly Entering[]) => {
      const kept = new Set<string | null | undefined>(some.map(({ identityId }) => identityId));
      return people.filter((_, at) => kept.has(found[at]));
    },
    entries: identities.map((identityId) => ({
      identityId,
      entryKey: `audience:${identityId}`,
      trigger: BY_AUDIENCE,
    })),
  };
}
