import { type SQL, sql } from "drizzle-orm";
import { customers } from "#db/tenant/customers.ts";
import { automationInstancesTexts as texts } from "#texts/automation-instances.ts";
import { INSTANCE, type InstanceState } from "#workers/contract/automation/instance-states.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import type { addToJourneyInstance } from "#workers/contract/endpoints/automation-instances.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { jobKinds, type JobPayload, type JobProgress } from "#workers/contract/jobs.ts";
import { audited } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { countMatching } from "../customers/list.ts";
import { matching } from "../customers/matching.ts";
import { type AskingDeps, decided } from "../entries/decided.ts";
import type { Candidate } from "../entries/due.ts";
import { metCustomers } from "../entries/meet.ts";
import { evaluating, runOf } from "../entries/write.ts";
import { DomainError } from "../error.ts";
import { bindable } from "../guard.ts";
import type { HeldJob } from "../jobs/held-job.ts";
import { advancing, emptyingList, finished, guardLease, LeaseLost, underLease } from "../jobs/lease.ts";
import { openingJob } from "../jobs/open.ts";
import { progressOf } from "../jobs/progress.ts";
import type { PageEnd } from "../jobs/run-pages.ts";
import type { AddressHash } from "../messaging/address-hash.ts";
import { enteringEach } from "../runs/enter.ts";
import { byHand } from "./by-hand.ts";
import { findInstance } from "./instances.ts";
import { identityIn, identityOn } from "./reached.ts";

const KIND = "instance.add";
type Payload = JobPayload<typeof KIND>;

/** Customers of one page, which is one transaction. */
const PAGE = 200;
/** Statements of a page, as a slice counts them. */
const CALLS = 14;

/** Creates the job that puts customers in: those who are named, and all who match now. */
export async function addToInstance(
  ctx: Ctx,
  kind: AutomationKind,
  { id, instanceId }: { id: string; instanceId: string },
  { filter, customerIds }: InputOf<typeof addToJourneyInstance>["body"],
): Promise<JobProgress> {
  const named = [...new Set(customerIds)];
  if (!filter && named.length === 0)
    throw new DomainError("invalid", { message: texts.nobody, errors: { customerIds: texts.nobody } });
  const [{ row }, matched] = await Promise.all([
    findInstance(ctx, kind, id, instanceId),
    filter ? countMatching(ctx, filter) : 0,
  ]);
  if (row.state !== INSTANCE.started) throw new DomainError("instanceMoved", { message: texts.notStarted });
  const jobId = ctx.newId();
  const payload: Payload = {
    ...{ instanceId, filter, customerIds: named, total: matched + named.length },
    ...{ below: Number.MAX_SAFE_INTEGER, part: 0, done: 0, entered: 0 },
  };
  await ctx.db.batch([
    openingJob(ctx, { kind: KIND, subject: jobId, payload }, jobId),
    audited(ctx, {
      action: "update",
      kind: "instance",
      object: row,
      // Without the words of a search, which may be somebody's name: no erasure would find them here.
      after: { people: payload.total, ...(filter && { groups: filter.groups, tags: filter.tags }) },
    }),
  ]);
  return progressOf({
    id: jobId,
    kind: KIND,
    subject: jobId,
    state: "waiting",
    progress: 0,
    message: "",
    payload,
  });
}

const FOUND = `SELECT i.state, i.channel_id AS channelId, i.version_id AS versionId FROM automation_instances i
  CROSS JOIN automations a ON a.id = i.automation_id AND a.deleted_at IS NULL WHERE i.id = ?1 AND i.enterprise_id = ?2`;
/** Customers by their numbers, each with whom they are on the instance's channel. */
const PEOPLE = `SELECT c.number, c.phone, c.name, k.type AS channelType, ${identityOn("?2", "c.number", "k.id", "k.type")} AS found FROM json_each(?1) e
  CROSS JOIN automation_instances n ON n.id = ?3 AND n.enterprise_id = ?2 CROSS JOIN channels k ON k.id = n.channel_id
  CROSS JOIN customers c ON c.enterprise_id = ?2 AND c.number = e.value AND c.deleted_at IS NULL ORDER BY c.number DESC`;

interface Found {
  state: InstanceState;
  channelId: string;
  versionId: string;
}
interface Person {
  number: number;
  phone: string;
  name: string;
  channelType: number;
  found: string | null;
}

export interface AddDeps {
  asking: AskingDeps;
  hashOf: (ctx: Ctx) => Promise<AddressHash>;
}

const isStarted = (id: string) =>
  sql`EXISTS (SELECT 1 FROM automation_instances WHERE id = ${id} AND state = ${INSTANCE.started})`;

/**
 * Puts customers in, a page a transaction under the job's lease: first those who are named, then those who match, from the
 * newest down. All rules of entering are asked of each, and why somebody stays out is kept as of all others.
 */
export function addPages(ctx: Ctx, held: HeldJob, payload: Payload, deps: AddDeps): () => Promise<PageEnd> {
  const { job } = held;
  const { $client } = ctx.db;
  const { instanceId, filter, total } = payload;
  let { below, part, done, entered } = payload;
  const partsOf = once(() => pagesOf(ctx, payload));
  const end = async (message: string): Promise<PageEnd> => {
    await underLease(
      $client.batch([
        bindable(ctx, guardLease(ctx, job)),
        // Customers who were named are known by their runs from now on, and nowhere else.
        bindable(ctx, emptyingList(ctx, job, "customerIds")),
        bindable(ctx, finished(ctx, job, message)),
      ]),
    );
    return "done";
  };
  return async () => {
    const [instance, parts] = await Promise.all([
      $client.prepare(FOUND).bind(instanceId, ctx.enterpriseId).first<Found>(),
      partsOf(),
    ]);
    held.did(CALLS);
    if (instance?.state !== INSTANCE.started) return end(texts.added.stopped(entered));
    const numbers = parts[part]?.({ limit: PAGE, below });
    if (numbers === undefined)
      return end(texts.added.done(entered, Math.max(done - entered, 0), filter !== null));
    const page = (await ctx.db.values<[number]>(numbers)).map(([number]) => number);
    const last = page.at(-1);
    const next =
      last === undefined
        ? { part: part + 1, below: Number.MAX_SAFE_INTEGER, done }
        : { part, below: last, done: done + page.length };
    entered = await enterPage(ctx, job, { instanceId, instance, page, was: { below, part }, next }, deps);
    ({ below, part, done } = next);
    const share = Math.min(done / Math.max(total, 1), 0.99);
    await held.tell(share, { result: { total, done, entered } });
    return "next";
  };
}

type Numbers = (window: { limit: number; below: number }) => SQL;

/** The numbers of those who are named and of those who match, each in pages from the newest down. */
async function pagesOf(ctx: Ctx, { filter, customerIds }: Payload): Promise<Numbers[]> {
  const ids = JSON.stringify(customerIds);
  const named: Numbers = ({ limit, below }) =>
    sql`SELECT number FROM ${customers} WHERE ${customers.enterpriseId} = ${ctx.enterpriseId} AND ${customers.id} IN (SELECT value FROM json_each(${ids}))
      AND ${customers.deletedAt} IS NULL AND ${customers.number} < ${below} ORDER BY number DESC LIMIT ${limit}`;
  return [...(customerIds.length > 0 ? [named] : []), ...(filter ? [await matching(ctx, filter)] : [])];
}

/** Enters those of a page whom the rules let in; answers how many have entered by now. */
async function enterPage(
  ctx: Ctx,
  job: HeldJob["job"],
  {
    instanceId,
    instance,
    page,
    was,
    next,
  }: {
    instanceId: string;
    instance: Found;
    page: readonly number[];
    was: { below: number; part: number };
    next: { below: number; part: number; done: number };
  },
  { asking, hashOf }: AddDeps,
): Promise<number> {
  const { $client } = ctx.db;
  const people =
    page.length === 0
      ? []
      : (await $client.prepare(PEOPLE).bind(JSON.stringify(page), ctx.enterpriseId, instanceId).all<Person>())
          .results;
  const candidates = people.flatMap(({ number, phone, name, channelType, found }): Candidate[] => {
    const { identityId, isClosed } = identityIn(found);
    // Whoever is being erased is nobody any more.
    if (isClosed) return [];
    const eventId = `manual:${job.id}:${number}`;
    return [
      byHand({
        ...{ ...instance, enterpriseId: ctx.enterpriseId, instanceId, eventId },
        ...{ customer: number, identityId, channelType, phone, name },
      }),
    ];
  });
  const met = await metCustomers(ctx, candidates, hashOf);
  const { news } = await decided(
    ctx,
    asking,
    met.map((each) => [each]),
  );
  const all = news.flatMap((each) => each.decided);
  const entries = all.filter(({ result }) => result === "entered").map(runOf);
  const written = await underLease(
    $client.batch<{ payload: string }>([
      bindable(ctx, guardLease(ctx, job, was, isStarted(instanceId))),
      ...(entries.length > 0 ? [enteringEach(ctx, entries)] : []),
      bindable(
        ctx,
        advancing(ctx, job, { payload: next, ...(entries.length > 0 && { counting: "entered" }) }),
      ),
      ...evaluating(ctx, all),
    ]),
  );
  const [row] = written[entries.length > 0 ? 2 : 1]?.results ?? [];
  if (row === undefined) throw new LeaseLost();
  return jobKinds[KIND].payload.parse(JSON.parse(row.payload)).entered;
}

/** The same promise for all who ask. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
