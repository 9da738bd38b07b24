import { z } from "zod";
import { waFlowsTexts as texts } from "#texts/wa-flows.ts";
import { endpoint, holding } from "../endpoint.ts";
import { name, paging, text, time } from "../fields.ts";
import { total } from "../total.ts";
import { id } from "../ids.ts";
import { mediumStates } from "../media.ts";
import { SHOWN_LINK_MINUTES } from "./media.ts";
import { watchingDraft } from "./watching.ts";
import { waFlowProblem } from "#workers/contract/wa-flows/flow-json.ts";
import {
  waFlowCategories,
  waFlowContent,
  waFlowLimits,
  waFlowRules,
  waFlowStates,
} from "#workers/contract/wa-flows/flow.ts";
import { said } from "../said.ts";

export const WA_FLOWS_PAGE = 20;

const named = z.object({ id: z.string(), name: z.string() });
const channel = named.extend({
  account: z.string().meta({ description: "Id of the WhatsApp Business Account; empty on the simulator" }),
  simulated: z.boolean(),
});

const entry = z.object({
  id: z.string(),
  name: z.string(),
  categories: z.array(z.enum(waFlowCategories)),
  channel,
  state: z.enum(waFlowStates),
  jsonVersion: z.string().meta({ description: "Of the Flow JSON, such as 7.3; empty where it says none" }),
  sent: z.int(),
  opened: z.int(),
  completed: z.int(),
  health: z.string().meta({ description: "What Meta told last of its health; empty for nothing" }),
  updatedBy: z.string(),
  updatedAt: time,
});
export type WaFlowEntry = z.infer<typeof entry>;

const metaError = z.object({
  path: z.string().meta({ description: "JSON pointer into the Flow JSON; empty where Meta named no place" }),
  sentence: z.string(),
  line: z.int().nullable(),
});
export type WaFlowMetaError = z.infer<typeof metaError>;

const draft = entry.extend({
  content: waFlowContent,
  rules: waFlowRules.meta({ description: "What our endpoint answers, by the screen that asks" }),
  revision: z.int(),
  problems: z.array(waFlowProblem),
  metaErrors: z.array(metaError).meta({ description: "What Meta said of what was uploaded last" }),
  usedIn: z.array(named).meta({ description: "Journeys and encaps that send it, drafts too" }),
  vendorId: z.string().nullable().meta({ description: "Meta's id; null before it was uploaded" }),
  previewUrl: z.string().meta({ description: "Meta's own preview; empty for none" }),
});
export type WaFlowDraft = z.infer<typeof draft>;

const answer = z.object({
  id: z.string(),
  values: z.record(z.string(), z.unknown()).meta({
    description: "By their names; files are lists of { file, name, type, url }",
  }),
  customer: z.int().nullable(),
  customerName: z.string(),
  run: z.object({ id: z.string(), automation: named }).nullable(),
  at: time,
});
export type WaFlowAnswer = z.infer<typeof answer>;

const key = z.object({
  state: z
    .enum(["none", "unknown", "valid", "invalid"])
    .meta({ description: "unknown: made here, and Meta has not taken it" }),
  rotatedAt: time.nullable(),
  previousUntil: time.nullable().meta({ description: "How long the key before is accepted still" }),
  endpointUrl: z.string().meta({ description: "What Meta calls" }),
});
export type WaFlowKey = z.infer<typeof key>;

const all = "/chatbird/api/wa-flows";
const at = `${all}/:id`;
const params = z.object({ id });
const seeing = holding("FLOW.VIEW");
const editing = holding("JOURNEYS.EDIT");
const began = z.int().min(1);
const MOST_BYTES = waFlowLimits.bytes + 16 * 1_024;
const flowName = name(texts.nameEmpty, waFlowLimits.name);
const categories = z
  .array(z.enum(waFlowCategories), texts.category)
  .min(1, texts.category)
  .max(waFlowCategories.length, texts.category);

export const listWaFlows = endpoint({
  method: "GET",
  path: all,
  summary: "WhatsApp Flows by name",
  access: holding(
    ...(["FLOW.VIEW", "JOURNEYS.CREATE", "JOURNEYS.EDIT", "ENCAPS.CREATE", "ENCAPS.EDIT"] as const),
    "MSG_TEMPLATES.CREATE",
  ),
  query: z.object({
    name: text(100).default(""),
    state: z.enum(["", ...waFlowStates]).default(""),
    ...paging(WA_FLOWS_PAGE),
  }),
  reply: z.object({
    flows: z.array(entry),
    channels: z.array(channel).meta({ description: "Channels that can have flows, by name" }),
    more: z.boolean(),
    total,
  }),
  under: "response",
});

export const createWaFlow = endpoint({
  method: "POST",
  path: all,
  summary: "Adds a draft: empty, with a Flow JSON, or made from a form",
  access: editing,
  body: z.object({
    name: flowName,
    categories,
    channelId: id,
    content: waFlowContent.optional(),
    fromForm: id.optional().meta({ description: "A form's id: its draft is made into a flow" }),
  }),
  maxBytes: MOST_BYTES,
  reply: draft.extend({
    notes: z.array(z.string()).meta({ description: "What the form says and a flow can't" }),
  }),
  under: "response",
});

export const getWaFlowDraft = endpoint({
  method: "GET",
  path: `${at}/draft`,
  summary: "The flow that its author works on, and what is wrong with it; a published one is only looked at",
  access: holding("FLOW.VIEW", "JOURNEYS.EDIT"),
  params,
  reply: draft,
  under: "response",
});

export const saveWaFlowDraft = endpoint({
  method: "PUT",
  path: `${at}/draft`,
  summary: "Keeps a draft, whole or not, and says what is wrong with it; what is published is refused",
  access: editing,
  params,
  body: z.object({
    name: flowName,
    categories,
    content: waFlowContent,
    rules: waFlowRules.default({}),
    revision: began,
  }),
  maxBytes: MOST_BYTES,
  reply: z.object({ revision: z.int(), updatedAt: time, problems: z.array(waFlowProblem) }),
  under: "response",
});

export const watchWaFlowDraft = endpoint({
  method: "POST",
  path: `${at}/draft/watch`,
  summary:
    "Says on one's own socket who else has the draft of a flow open, who edits it, and when it is saved",
  access: holding("FLOW.VIEW", "JOURNEYS.EDIT"),
  params,
  body: z.object(watchingDraft),
  reply: z.null(),
  under: "response",
});

export const validateWaFlow = endpoint({
  method: "POST",
  path: `${at}/validate`,
  summary: "Uploads a draft to Meta, so that it says what is wrong; on the simulator only our own check asks",
  access: editing,
  params,
  body: z.object({ revision: began }),
  reply: draft,
  under: "response",
});

export const publishWaFlow = endpoint({
  method: "POST",
  path: `${at}/publish`,
  summary:
    "Uploads and publishes a draft; refused while something is wrong with it. It is not edited afterwards",
  access: editing,
  params,
  body: z.object({ revision: began }),
  reply: draft.meta({ description: "Still a DRAFT with `metaErrors` where Meta found something" }),
  under: "response",
});

export const deprecateWaFlow = endpoint({
  method: "POST",
  path: `${at}/deprecate`,
  summary: "Withdraws a published flow for good; refused while a published journey sends it",
  access: editing,
  params,
  reply: draft,
  under: "response",
});

export const cloneWaFlow = endpoint({
  method: "POST",
  path: `${at}/clone`,
  summary: "Adds a draft like this one, under a name that is free",
  access: editing,
  params,
  reply: draft,
  under: "response",
});

export const deleteWaFlow = endpoint({
  method: "DELETE",
  path: at,
  summary: "Deletes a draft that no journey sends",
  access: editing,
  params,
  reply: z.null(),
  under: "response",
});

export const syncWaFlow = endpoint({
  method: "POST",
  path: `${at}/sync`,
  summary: "Reads state, health and errors from Meta",
  access: editing,
  params,
  reply: draft,
  under: "response",
});

export const listWaFlowAnswers = endpoint({
  method: "GET",
  path: `${at}/answers`,
  summary: "Answers, the newest first",
  access: seeing,
  params,
  query: z.object(paging(WA_FLOWS_PAGE)),
  reply: z.object({ answers: z.array(answer), more: z.boolean() }),
  under: "response",
});

export const waFlowFile = endpoint({
  method: "GET",
  path: `${all}/files/:id`,
  summary: `A file that somebody sent through a flow: an address of it for ${SHOWN_LINK_MINUTES} minutes, or why there is none`,
  access: seeing,
  params,
  reply: z.object({
    state: z.enum(mediumStates),
    reason: said("Why there is no file (yet); empty for one that is kept"),
    url: z.string().nullable(),
    expiresAt: time.nullable(),
    mediaType: z.string().meta({ description: "By its contents; until it is kept, as its sender says" }),
    name: z.string(),
    bytes: z.int().nullable(),
  }),
  under: "response",
});

export const getWaFlowKey = endpoint({
  method: "GET",
  path: `${all}/channels/:id/key`,
  summary: "The key by which a number's flows are encrypted: its state, never the key",
  access: seeing,
  params,
  reply: key,
  under: "response",
});

export const rotateWaFlowKey = endpoint({
  method: "POST",
  path: `${all}/channels/:id/key`,
  summary:
    "Makes a new key for a number and gives Meta its public part; the one before is accepted for a day",
  access: editing,
  anew: true,
  params,
  reply: key,
  under: "response",
});
