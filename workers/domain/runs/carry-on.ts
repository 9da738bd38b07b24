import type { TenantDb } from "#db/client.ts";
import { automationTexts } from "#texts/automation.ts";
import { isOver } from "#workers/contract/automation/run-states.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { KeptRow } from "#workers/contract/socket.ts";
import type { Capabilities } from "#workers/contract/capabilities.ts";
import { ctxOf, type AfterCommit, nothingLeft } from "../ctx.ts";
import { describe } from "../error.ts";
import { advance } from "../flow/advance.ts";
import type { Cause } from "../flow/cause.ts";
import type { Advanced } from "../flow/advanced.ts";
import type { Effect } from "../flow/effects.ts";
import type { Library } from "../flow/library.ts";
import type { Flow } from "../flow/compile.ts";
import type { Run } from "../flow/run.ts";
import type { Facts } from "../flow/world.ts";
import { guardFailed } from "../guard.ts";
import type { LinkPlace } from "../links/shorten.ts";
import { keptRows } from "../live-events/keep-chats.ts";
import { brokenOff } from "./broken.ts";
import { compiledOf } from "./compiled.ts";
import type { Place } from "./contact-fields.ts";
import type { Carried } from "./carried.ts";
import { Crowd, type Due, dueRuns } from "./due.ts";
import { libraryOf } from "./library.ts";
import { graphIn, type Informed, type RunsContext, surroundingsOf } from "./people.ts";
import { runOf } from "./run-row.ts";
import { joined, type Stepped, steppedIn } from "./stepped.ts";
import { writing } from "./write.ts";

const texts = automationTexts.failures;

export interface RunDeps {
  capabilities: (vendor: number, type: number) => Capabilities | undefined;
  /** Where an enterprise is that has no hours in its chat rules. */
  placeOf: (enterpriseId: EnterpriseId) => Promise<Place>;
  /** An address of a form's page that nobody has yet. */
  formLink: () => { token: string; url: string };
  /** Where an enterprise's short links are. */
  linksOf: (enterpriseId: EnterpriseId) => Promise<LinkPlace>;
}

export interface RunsWorked {
  /** More may be due now. */
  more: boolean;
  worked: number;
  /** The work done, for whoever looks on; by enterprise. */
  stepped: Map<EnterpriseId, Stepped>;
  /** Live events, by enterprise. */
  kept: Map<EnterpriseId, KeptRow[]>;
  /** Channels that have something to send. */
  channels: { enterpriseId: EnterpriseId; channelId: string }[];
  /** Whether something was set for another time. */
  clock: boolean;
}

/**
 * Carries on what is due in a tenant database: one transaction an enterprise, whole or not at all. Two that work at a
 * time cost a refused page, never a second effect; a page that fails is worked run by run.
 */
export async function workRuns(
  db: Pick<TenantDb, "$client">,
  deps: RunDeps,
  now: () => number,
  crowd = new Crowd(),
): Promise<RunsWorked> {
  const { of, more } = await dueRuns(db, now(), crowd);
  const worked: RunsWorked = {
    more,
    worked: 0,
    stepped: new Map(),
    kept: new Map(),
    channels: [],
    clock: false,
  };
  for (const [enterpriseId, due] of of) {
    const page = await attempt(db as TenantDb, deps, enterpriseId, due, now, worked);
    for (const each of page) await attempt(db as TenantDb, deps, enterpriseId, [each], now, worked);
    worked.worked += due.length;
  }
  return worked;
}

/** Answers those that have to be worked one by one; none where all went well. */
async function attempt(
  db: TenantDb,
  deps: RunDeps,
  enterpriseId: EnterpriseId,
  due: readonly Due[],
  now: () => number,
  worked: RunsWorked,
): Promise<readonly Due[]> {
  const after = nothingLeft();
  try {
    const around = await surroundingsOf(
      db,
      enterpriseId,
      due.map(({ row }) => row),
      deps,
    );
    // Whoever is over needs no graph: their words go on whatever is wrong with it.
    const going = due.filter(({ row, cause }) => !isOver(row.state) || cause.kind === "retry");
    const flows = new Map(going.map(({ row: { versionId } }) => [versionId, flowOf(around, versionId)]));
    const library = await libraryOf(db, enterpriseId, [...flows.values()]);
    const waitsForClicks = [...flows.values()].some(({ clicked }) => clicked.nodes.size > 0);
    const links = waitsForClicks ? await deps.linksOf(enterpriseId) : undefined;
    const carried = due.map((each): Carried => {
      const known = { flow: flows.get(each.row.versionId), library };
      return { due: each, advanced: carriedOn(around, known, each, now()) };
    });
    const results = await write(
      db,
      enterpriseId,
      after,
      { ...around, library, formLink: deps.formLink, links },
      carried,
      now,
    );
    // Live events are the last that it kept.
    const kept = results.slice(-1).flatMap(keptRows);
    if (kept.length > 0) worked.kept.set(enterpriseId, [...(worked.kept.get(enterpriseId) ?? []), ...kept]);
    for (const channelId of channelsOf(carried)) worked.channels.push({ enterpriseId, channelId });
    worked.clock ||= after.clock;
    const stepped = worked.stepped.get(enterpriseId) ?? new Map();
    joined(
      stepped,
      steppedIn(around, (versionId) => flows.get(versionId), carried, now()),
    );
    worked.stepped.set(enterpriseId, stepped);
    return [];
  } catch (error) {
    // Somebody else has worked one of them, or a chat was opened: what is left is found by the next look.
    if (guardFailed(error)) return [];
    const [only] = due;
    if (due.length > 1 || !only) return due;
    const sentence = describe(error).slice(0, 300);
    const statements = brokenOff(db, only, sentence, now);
    // Somebody who was faster has carried it on.
    if (statements.length > 0)
      await db.$client.batch(statements).catch((failure: unknown) => {
        if (!guardFailed(failure)) throw failure;
      });
    return [];
  }
}

function flowOf(around: RunsContext, versionId: string): Flow {
  const graph = around.graphs.get(versionId);
  return graph === undefined ? NO_FLOW : compiledOf(versionId, around.known, () => graphIn(graph));
}

function carriedOn(
  around: RunsContext,
  { flow = NO_FLOW, library }: { flow: Flow | undefined; library: Library },
  { row, cause }: Due,
  now: number,
): Advanced {
  const run = withVariables(runOf(row), flow);
  const facts = around.factsOf(row);
  // Whoever was erased, or a channel that is gone, ends the run: nobody is left to talk to.
  const ending = { kind: "leave", state: "cancelled", code: "gone", sentence: texts.gone } as const;
  if (!facts || flow === NO_FLOW)
    return advance(NO_FLOW, run, ending, { facts: NOBODY_THERE, now, salt: "" });
  return advance(flow, run, forThisRun(run, cause), {
    facts: { ...facts, library, forms: library.forms },
    now,
    salt: row.enterpriseId,
  });
}

/** A run that was moved to a newer version has its variables as they begin there, until it sets them. */
const withVariables = (run: Run, { defaults }: Flow): Run =>
  run.nodeId === null ? run : { ...run, vars: { ...defaults, ...run.vars } };

/** An answer came from whoever the run is with, also where they were somebody else when it asked. */
function forThisRun({ waits }: Run, cause: Cause): Cause {
  if (cause.kind !== "event" || cause.event.kind !== "reply") return cause;
  const asked = waits.find(({ kind }) => kind === "reply");
  return asked ? { kind: "event", event: { ...cause.event, key: asked.key } } : cause;
}

const write = (
  db: TenantDb,
  enterpriseId: EnterpriseId,
  after: AfterCommit,
  around: Informed,
  carried: readonly Carried[],
  now: () => number,
): Promise<D1Result[]> => {
  const actor = { userId: "system", name: "", address: "", requestId: "", after };
  return db.$client.batch(writing(ctxOf(db, enterpriseId, actor, { now }), around, carried));
};

const SAYING: ReadonlySet<Effect["kind"]> = new Set([
  "message",
  "richCard",
  "template",
  "form",
  "flow",
  "handOver",
]);
const channelsOf = (carried: readonly Carried[]): Set<string> =>
  new Set(
    carried.flatMap(({ due, advanced }) =>
      advanced.effects.some(({ kind }) => SAYING.has(kind)) ? [due.row.channelId] : [],
    ),
  );

const NO_FLOW = compiledOf("", new Map(), () => ({
  format: "chatbird.graph/1",
  nodes: [],
  edges: [],
  variables: [],
  notes: [],
  frames: [],
}));
const NOBODY_THERE = {
  contact: {},
  properties: {},
  channel: { type: 0, capabilities: {} as Capabilities, windowUntil: null },
  hours: null,
  zone: "UTC",
  country: "IN",
} satisfies Facts;
