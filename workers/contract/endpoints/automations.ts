import { z } from "zod";
import { automationsTexts as texts } from "#texts/automations.ts";
import { graph } from "#workers/contract/automation/graph.ts";
import { graphLimits } from "#workers/contract/automation/limits.ts";
import { graphProblem } from "#workers/contract/automation/problem.ts";
import { versionChecks } from "#workers/contract/automation/test-case.ts";
import { triedRun, tryAct, tryStop } from "#workers/contract/automation/tried-run.ts";
import { messageBody } from "#workers/contract/message-body.ts";
import { automationKinds } from "#workers/contract/automation/kinds.ts";
import { endpoint, holding } from "../endpoint.ts";
import { name, paging, text, time } from "../fields.ts";
import { id } from "../ids.ts";
import { watchingDraft } from "./watching.ts";

/** Journeys and encaps are one thing with two doors: each door has these calls, with permissions and an address of its own. */

export const AUTOMATIONS_PAGE = 20;
/** Days of the figures of a list, today's among them. */
export const LATELY_DAYS = 7;
export const AUTOMATION = { name: 100, folder: 60, note: 300, reason: 300 } as const;

/** The state of one in a list: never published, published as it is drawn, published and changed since, put away. */
export const automationStates = ["draft", "live", "changed", "archived"] as const;
export type AutomationState = (typeof automationStates)[number];

const entry = z.object({
  id: z.string(),
  kind: z.enum(automationKinds),
  name: z.string(),
  folder: z.string(),
  state: z.enum(automationStates),
  version: z.int().nullable().meta({ description: "Number of the published version" }),
  /** Runs that are not over. */
  openRuns: z.int(),
  revision: z.int(),
  updatedBy: z.string(),
  updatedAt: time,
  createdAt: time,
});
export type AutomationEntry = z.infer<typeof entry>;

const listed = entry.extend({
  channels: z
    .array(z.object({ name: z.string(), isPaused: z.boolean() }))
    .meta({ description: "On which it is at work" }),
  entered: z.int().meta({ description: `Who came in within the last ${LATELY_DAYS} days (UTC)` }),
  errors: z.int().meta({ description: `Errors of steps within the last ${LATELY_DAYS} days (UTC)` }),
});
export type ListedAutomation = z.infer<typeof listed>;

const draft = z.object({
  id: z.string(),
  kind: z.enum(automationKinds),
  name: z.string(),
  graph,
  revision: z.int().meta({ description: "Of the draft" }),
  version: z.int().nullable(),
  changed: z.boolean(),
  problems: z.array(graphProblem),
  /** Names that texts and conditions may use, besides the graph's own variables. */
  contactFields: z.array(z.object({ name: z.string(), label: z.string() })),
  updatedBy: z.string(),
  updatedAt: time,
});
export type AutomationDraft = z.infer<typeof draft>;

const version = z.object({
  number: z.int(),
  note: z.string(),
  checks: versionChecks.nullable(),
  publishedBy: z.string(),
  publishedAt: time,
});
export type AutomationVersion = z.infer<typeof version>;

const named = z.object({ id: z.string(), name: z.string() });
/** Things of the enterprise that nodes may name, by their names; at most so many of each. */
export const MOST_REFERENCES = 500;
const references = z.object({
  templates: z.array(named),
  cards: z.array(named),
  bots: z.array(named),
  intents: z.array(named),
  departments: z.array(named),
  labels: z.array(named),
  groups: z.array(named),
  integrations: z.array(named),
  forms: z.array(named),
  mailChannels: z.array(named),
  smsChannels: z.array(named),
  flows: z.array(named),
  journeys: z.array(named),
});
export type References = z.infer<typeof references>;

const tried = z.object({
  run: triedRun,
  now: z.number(),
  /** False: what was said or pressed is for somebody else. */
  took: z.boolean(),
  said: z.array(messageBody),
  /** Other things that it wanted done, in words. */
  did: z.array(z.string()),
  path: z.array(z.object({ node: z.string(), port: z.string().nullable(), outcome: z.string() })),
});
export type Tried = z.infer<typeof tried>;

/** A draft, and what goes with it. */
const MOST_BYTES = graphLimits.draftBytes + 64 * 1_024;
const folder = text(AUTOMATION.folder).default("");
const fields = z.object({ name: name(texts.nameEmpty, AUTOMATION.name), folder });
const params = z.object({ id });
const versionParams = z.object({ id, number: z.coerce.number().int().min(1) });
/** The draft's revision that a change began from: an older one is refused (409) with who was faster. */
const began = z.int().min(1);

/** The calls of one door. `right` is the permissions' group, `all` its address, `one` how a summary names one. */
const door = <Right extends "JOURNEYS" | "ENCAPS">(right: Right, all: string, one: string) => {
  const at = `${all}/:id`;
  const seeing = holding(`${right}.VIEW`, `${right}.CREATE`, `${right}.EDIT`, `${right}.DELETE`);
  const editing = holding(`${right}.EDIT`);
  return {
    list: endpoint({
      method: "GET",
      path: all,
      summary: `${one}s by name, with their folders`,
      access: seeing,
      query: z.object({
        name: text(100).default(""),
        folder: text(AUTOMATION.folder).optional(),
        archived: z.enum(["true", "false"]).default("false"),
        ...paging(AUTOMATIONS_PAGE),
      }),
      reply: z.object({ automations: z.array(listed), folders: z.array(z.string()), more: z.boolean() }),
      under: "response",
    }),
    create: endpoint({
      method: "POST",
      path: all,
      summary: `Adds a ${one}, empty or with a graph, such as a copy's`,
      access: holding(`${right}.CREATE`),
      body: fields.extend({
        graph: graph.optional(),
        casesOf: id
          .optional()
          .meta({ description: "Another one whose test cases it gets, such as a copy's" }),
      }),
      maxBytes: MOST_BYTES,
      reply: entry,
      under: "response",
    }),
    references: endpoint({
      method: "GET",
      path: `${all}/references`,
      summary: `What the nodes of a ${one} may name: templates, bots, departments and so on`,
      access: seeing,
      reply: references,
      under: "response",
    }),
    change: endpoint({
      method: "PUT",
      path: at,
      summary: `Names a ${one} anew, moves it to a folder, or puts it away and takes it back`,
      access: editing,
      params,
      body: fields.extend({ archived: z.boolean().default(false), revision: z.int().min(1).optional() }),
      reply: entry,
      under: "response",
    }),
    remove: endpoint({
      method: "DELETE",
      path: at,
      summary: `Deletes a ${one} that nothing runs of`,
      access: holding(`${right}.DELETE`),
      params,
      reply: z.null(),
      under: "response",
    }),
    draft: endpoint({
      method: "GET",
      path: `${at}/draft`,
      summary: `The graph that a ${one}'s author works on, and what is wrong with it`,
      access: seeing,
      params,
      reply: draft,
      under: "response",
    }),
    saveDraft: endpoint({
      method: "PUT",
      path: `${at}/draft`,
      summary: "Keeps a graph, whole or not, and says what is wrong with it",
      access: editing,
      params,
      body: z.object({ graph, revision: began }),
      maxBytes: MOST_BYTES,
      reply: z.object({ revision: z.int(), updatedAt: time, problems: z.array(graphProblem) }),
      under: "response",
    }),
    watchDraft: endpoint({
      method: "POST",
      path: `${at}/draft/watch`,
      summary: `Says on one's own socket who else has the draft of a ${one} open, who edits it, and when it is saved`,
      access: seeing,
      params,
      body: z.object(watchingDraft),
      reply: z.null(),
      under: "response",
    }),
    publish: endpoint({
      method: "POST",
      path: `${at}/publish`,
      summary:
        "Makes the draft the next version; refused while something is wrong with it, and while a test case fails without a reason to publish anyway",
      access: editing,
      params,
      body: z.object({
        revision: began,
        note: text(AUTOMATION.note).default(""),
        /** Why it is published although test cases fail. */
        anyway: text(AUTOMATION.reason).default(""),
      }),
      reply: version,
      under: "response",
    }),
    try: endpoint({
      method: "POST",
      path: `${all}/try`,
      summary: `Carries an invented customer on through a graph of a ${one}; nothing is sent and nothing is kept`,
      access: seeing,
      perMinute: 600,
      body: z.object({
        graph,
        /** Null: somebody new. */
        run: triedRun.nullable(),
        act: tryAct,
        /** Left out: it goes on until it waits or ends. */
        stop: tryStop.optional(),
        /** Milliseconds since 1970; the test's own clock. */
        now: z.number().min(0).max(4e12),
        channelType: z.int(),
        customer: z.object({ name: text(200), phone: text(40) }),
      }),
      maxBytes: MOST_BYTES + 256 * 1_024,
      // It changes nothing, and a tester presses often.
      anew: false,
      reply: tried,
      under: "response",
    }),
    versions: endpoint({
      method: "GET",
      path: `${at}/versions`,
      summary: "Published versions, the newest first",
      access: seeing,
      params,
      query: z.object(paging(AUTOMATIONS_PAGE)),
      reply: z.object({ versions: z.array(version), more: z.boolean() }),
      under: "response",
    }),
    version: endpoint({
      method: "GET",
      path: `${at}/versions/:number`,
      summary: "One version with its graph",
      access: seeing,
      params: versionParams,
      reply: version.extend({ graph }),
      under: "response",
    }),
    takeBack: endpoint({
      method: "POST",
      path: `${at}/draft`,
      summary: "Makes an older version's graph the draft; it goes live when it is published",
      access: editing,
      params,
      body: z.object({ number: z.int().min(1), revision: began }),
      reply: draft,
      under: "response",
    }),
  };
};

const journeys = door("JOURNEYS", "/chatbird/api/journeys", "journey");
const encaps = door("ENCAPS", "/e/enterprise/campaigns", "encap");
/** The calls of each kind, for screens and routes that are the same for both. */
export const automationDoors = { journey: journeys, encap: encaps } as const;

export const {
  list: listJourneys,
  create: createJourney,
  references: listJourneyReferences,
  change: changeJourney,
  remove: deleteJourney,
  draft: getJourneyDraft,
  saveDraft: saveJourneyDraft,
  watchDraft: watchJourneyDraft,
  publish: publishJourney,
  try: tryJourney,
  versions: listJourneyVersions,
  version: getJourneyVersion,
  takeBack: takeJourneyBack,
} = journeys;
export const {
  list: listEncaps,
  create: createEncap,
  references: listEncapReferences,
  change: changeEncap,
  remove: deleteEncap,
  draft: getEncapDraft,
  saveDraft: saveEncapDraft,
  watchDraft: watchEncapDraft,
  publish: publishEncap,
  try: tryEncap,
  versions: listEncapVersions,
  version: getEncapVersion,
  takeBack: takeEncapBack,
} = encaps;
