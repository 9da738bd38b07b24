import { z } from "zod";
import { firstRunTexts as texts } from "#texts/first-run.ts";
import { endpoint, holding, signedIn } from "../endpoint.ts";
import { firstRunKinds, firstSteps } from "../first-run.ts";
import { jobStates } from "../jobs.ts";
import { said } from "../said.ts";

/** The first minutes of an enterprise: a bot that answers, people to look at, and the steps that are left. */

const sampleStates = z.enum(["none", "coming", "there", "going", "failed"]);
const named = z.object({ id: z.string(), name: z.string() });

const firstRun = z.object({
  kind: z
    .enum(firstRunKinds)
    .nullable()
    .meta({ description: "What was chosen; null as long as nothing was, or the bot is gone" }),
  agent: named
    .extend({ trained: z.boolean() })
    .nullable()
    .meta({ description: "The bot that was made; null where there is none" }),
  training: z
    .object({
      jobId: z.string(),
      state: z.enum(jobStates),
      progress: z.number(),
      message: said(),
    })
    .nullable(),
  channel: named.nullable().meta({ description: "The simulator's channel on which it answers" }),
  said: z.boolean().meta({ description: "The played customer has written" }),
  samples: z.object({
    state: sampleStates,
    count: z.int().meta({ description: "Sample customers that are there" }),
    importId: z.string().nullable(),
  }),
});
export type FirstRun = z.infer<typeof firstRun>;

const all = "/e/enterprise/first-run";
const access = holding("NLP.VIEW");
const importing = holding("CUSTOMER.IMPORT");

export const getFirstRun = endpoint({
  method: "GET",
  path: all,
  summary:
    "How far the first run is: the bot, its training, its channel, the first chat and sample customers",
  access,
  reply: firstRun,
  under: "response",
});

export const beginFirstRun = endpoint({
  method: "POST",
  path: all,
  summary:
    "Makes a bot of the build with its training and a channel of the simulator, in one transaction; once, as often as it is called. Needs NLP.VIEW as well",
  access: holding("CHANNELS.CREATE"),
  body: z.object({
    kind: z.enum(firstRunKinds, texts.chooseKind),
    samples: z
      .boolean()
      .default(false)
      .meta({ description: "Sample customers as well; needs the right to import" }),
  }),
  reply: firstRun,
  under: "response",
});

export const firstChat = endpoint({
  method: "POST",
  path: `${all}/chat`,
  summary: "Lets a played customer write to the trained bot, once, as often as it is called",
  access: holding("CHANNELS.CREATE", "CHANNELS.EDIT"),
  reply: firstRun,
  under: "response",
});

export const bringSamples = endpoint({
  method: "POST",
  path: `${all}/samples`,
  summary: "Imports fifty sample customers with the label Sample, once as long as they are there",
  access: importing,
  reply: firstRun.shape.samples,
  under: "response",
});

export const removeSamples = endpoint({
  method: "DELETE",
  path: `${all}/samples`,
  summary: "Undoes the import of the sample customers; those edited since go to the trash",
  access: importing,
  reply: firstRun.shape.samples,
  under: "response",
});

const guide = z.object({
  due: z.boolean().meta({ description: "The enterprise has not chosen yet what to begin with" }),
  hidden: z.boolean().meta({ description: "This person has put the first steps aside" }),
  steps: z
    .array(z.object({ step: z.enum(firstSteps), done: z.boolean() }))
    .meta({ description: "First steps that this person may take, by what is there" }),
  samples: sampleStates.nullable().meta({ description: "Null for who may not import" }),
  samplesImport: z
    .string()
    .nullable()
    .meta({ description: "The import that brings them, or takes them away: `jobProgress` tells of it" }),
  onlyBot: named
    .nullable()
    .meta({ description: "The bot that is trained, where there is just one, for who may see bots" }),
});
export type GuideNow = z.infer<typeof guide>;

export const getGuide = endpoint({
  method: "GET",
  path: `${all}/steps`,
  summary: "The first steps that are left, by what is there now",
  access: signedIn,
  reply: guide,
  under: "response",
});

export const setGuide = endpoint({
  method: "PUT",
  path: `${all}/steps`,
  summary: "Puts the first steps out of one's own way, or back",
  access: signedIn,
  body: z.object({ steps: z.enum(["shown", "hidden"], texts.shownOrHidden) }),
  reply: guide,
  under: "response",
});
