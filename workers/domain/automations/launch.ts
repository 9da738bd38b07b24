import { automationInstancesTexts } from "#texts/automation-instances.ts";
import { automationLaunchTexts as texts } from "#texts/automation-launch.ts";
import { INSTANCE } from "#workers/contract/automation/instance-states.ts";
import type { LaunchAudience } from "#workers/contract/automation/launch.ts";
import type {
  countLaunchAudience,
  EncapLaunch,
  getLaunch,
  launchEncap,
  listLaunches,
} from "#workers/contract/endpoints/automation-launch.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { type At, BEGINNING, peopleOf } from "../audience/people.ts";
import type { Ctx } from "../ctx.ts";
import { liveFields } from "../customers/live-fields.ts";
import { DomainError } from "../error.ts";
import { page } from "../page.ts";
import { stateOf } from "./automation.ts";
import { findInstance, instanceOnWire, instancesOf, type ReadInstance } from "./instances.ts";
import { startTime } from "./instances-move.ts";
import { createInstance } from "./instances-start.ts";
import { sizeOf } from "./launch-audience.ts";
import { EVERYBODY, marksOf, startFilter } from "./launch-filter.ts";
import { identitiesOn, isAddressed } from "./reached.ts";

const KIND = "encap";

interface Counted extends ReadInstance {
  entered: number;
  failed: number;
}

const onWire = ({ entered, failed, ...read }: Counted): EncapLaunch => {
  const { audience } = read.row;
  return {
    ...instanceOnWire(read),
    entered,
    failed,
    audience: audience && {
      total: audience.total,
      seen: audience.seen,
      left: audience.left,
      filtered: audience.filtered ?? 0,
      done: audience.done === 1,
      most: read.row.launch.most ?? null,
    },
  };
};

/** An encap with its launches, the newest first, and all channels. */
export async function launchesOf(
  ctx: Ctx,
  id: string,
  { state, instance, ...paging }: InputOf<typeof listLaunches>["query"],
): Promise<ReplyOf<typeof listLaunches>> {
  const { limit, offset, cut } = page(paging);
  const { automation, instances, channels } = await instancesOf(ctx, KIND, id, {
    limit,
    offset,
    state: state && INSTANCE[state],
    instance,
  });
  if (!automation) throw new DomainError("notFound");
  const { rows, more } = cut(instances);
  return {
    encap: {
      id,
      name: automation.name,
      folder: automation.folder,
      state: stateOf(automation),
      version: automation.version,
    },
    launches: rows.map(onWire),
    channels,
    more,
  };
}

/** Nobody is an audience of nobody. */
const somebody = (audience: LaunchAudience | null): LaunchAudience | undefined =>
  audience && (audience.filter !== null || audience.customerIds.length > 0) ? audience : undefined;

/** Launches a version on a channel: now, or when its time comes. */
export async function launch(
  ctx: Ctx,
  id: string,
  { audience, most, startAt, ...body }: InputOf<typeof launchEncap>["body"],
): Promise<EncapLaunch> {
  const people = somebody(audience);
  if (!people && body.keywords.length === 0)
    throw new DomainError("invalid", { message: texts.noWay, errors: { audience: texts.noWay } });
  const read = await createInstance(ctx, KIND, id, {
    ...body,
    audience: people,
    ...(people && most !== null && { most }),
    start: startAt === null,
    ...(startAt !== null && { startAt: startTime(ctx, startAt, "startAt") }),
  });
  return onWire({ ...read, entered: 0, failed: 0 });
}

/** The settings of a launch; customers who were named are forgotten once they have entered. */
export async function launchedWith(
  ctx: Ctx,
  id: string,
  instanceId: string,
): Promise<ReplyOf<typeof getLaunch>> {
  const { row, number } = await findInstance(ctx, KIND, id, instanceId);
  const { keywords, audience, most, values } = row.launch;
  return {
    name: row.name,
    version: number ?? 0,
    channelId: row.channelId,
    keywords,
    audience: audience ?? null,
    most: most ?? null,
    values: { ...values },
  };
}

/** Of a larger audience the first so many are looked at, and the rest is taken to be like them. */
const LOOKED_AT = 5_000;
const PAGE = 1_000;

/** With the version that a launch would take; one that was never published has none, and keeps nobody out. */
const CHANNEL = `SELECT a.id AS encap, c.id, c.type, c.rate, v.id AS versionId, v.graph FROM (SELECT 1)
  LEFT JOIN automations a ON a.id = ?3 AND a.enterprise_id = ?2 AND a.kind = '${KIND}' AND a.deleted_at IS NULL
  LEFT JOIN automation_versions v ON v.automation_id = a.id AND v.number = coalesce(?4, a.version)
  LEFT JOIN channels c ON c.id = ?1 AND c.enterprise_id = ?2`;

/** Counts an audience, and whom of it a channel reaches. */
export async function countAudience(
  ctx: Ctx,
  id: string,
  { version, channelId, audience, most }: InputOf<typeof countLaunchAudience>["body"],
): Promise<ReplyOf<typeof countLaunchAudience>> {
  const { db, enterpriseId } = ctx;
  const [found, fields, total] = await Promise.all([
    db.$client
      .prepare(CHANNEL)
      .bind(channelId, enterpriseId, id, version ?? null)
      .first<{
        encap: string | null;
        id: string | null;
        type: number;
        rate: number;
        versionId: string | null;
        graph: string | null;
      }>(),
    liveFields(ctx),
    sizeOf(ctx, audience),
  ]);
  if (!found?.encap) throw new DomainError("notFound");
  if (found.id === null) {
    const { channelGone } = automationInstancesTexts;
    throw new DomainError("invalid", { message: channelGone, errors: { channelId: channelGone } });
  }
  if (version !== undefined && found.versionId === null) {
    const message = automationInstancesTexts.noVersion(version);
    throw new DomainError("invalid", { message, errors: { version: message } });
  }
  const channel = { id: found.id, type: found.type };
  const seen = new Set<string>();
  const { versionId, graph } = found;
  const filter = versionId !== null && graph !== null ? startFilter({ versionId, graph }, fields) : EVERYBODY;
  const now = ctx.now();
  let [looked, unreachable, refused, filtered] = [0, 0, 0, 0];
  for (let at: At | null = BEGINNING; at !== null && looked < LOOKED_AT;) {
    const walked: Awaited<ReturnType<typeof peopleOf>> = await peopleOf(
      ctx,
      {
        request: { phoneNumber: [], audience: { ...audience, file: null } },
        channelType: channel.type,
        fields,
        purpose: "marketing",
      },
      at,
      PAGE,
    );
    const [known, marks] = await Promise.all([
      identitiesOn(
        ctx,
        channel,
        walked.people.flatMap(({ customer }) => customer ?? []),
      ),
      marksOf(ctx, filter, walked.people),
    ]);
    for (const each of walked.people) {
      const { customer, address, hasRefused } = each;
      looked++;
      if (!filter.letsIn(each, marks.get(customer), now)) {
        filtered++;
        continue;
      }
      const identity = known.get(customer ?? -1);
      const person = identity ?? (isAddressed(channel.type) && identity === undefined ? address : undefined);
      if (person === undefined) unreachable++;
      else if (!seen.has(`${customer}`)) {
        seen.add(`${customer}`);
        if (hasRefused) refused++;
      }
    }
    at = walked.next;
  }
  const share = looked === 0 ? 1 : Math.max(1, total / looked);
  const estimated = share > 1;
  const of = (count: number) => Math.round(count * share);
  const reachable = of(seen.size);
  const first = Math.min(reachable, most ?? reachable);
  return {
    total: Math.max(total, looked),
    reachable,
    unreachable: of(unreachable),
    filtered: of(filtered),
    doubles: of(looked - unreachable - filtered - seen.size),
    refused: of(refused),
    estimated,
    durationSeconds: Math.ceil(first / Math.max(found.rate, 1)),
  };
}
