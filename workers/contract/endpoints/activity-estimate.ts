import { z } from "zod";
import { cost } from "../cost.ts";
import { endpoint } from "../endpoint.ts";
import { time } from "../fields.ts";
import { activityFields, activityRequest, oneActivity } from "./activities.ts";
import { estimatedPage, listEstimatedPeople, validateBroadcast } from "./broadcast-sending.ts";
import { campaignPath, editing, params, seeing } from "./campaigns.ts";

/** The people whom an activity would reach, before it sends anything. */

const estimate = validateBroadcast.reply.extend({
  fallback: z
    .object({
      reachable: z
        .int()
        .nullable()
        .meta({ description: "Who has an address on its channel; null: that is not known before" }),
      samples: validateBroadcast.reply.shape.samples,
      problems: validateBroadcast.reply.shape.problems,
    })
    .nullable(),
  comparison: z
    .object({
      each: z.int().meta({ description: "People who get each of the two messages" }),
      rest: z.int(),
      cost: cost.meta({ description: "Of everybody, where the rest gets message B; above, where it gets A" }),
      samples: validateBroadcast.reply.shape.samples,
      problems: validateBroadcast.reply.shape.problems,
    })
    .nullable(),
});

export const estimateActivity = endpoint({
  method: "GET",
  path: `${oneActivity}/estimate`,
  summary: "Whom a saved activity would reach now, how long that takes and how it reads",
  access: seeing,
  params,
  reply: estimate,
  under: "data",
});

export const listActivityPeople = endpoint({
  method: "GET",
  path: `${oneActivity}/people`,
  summary: "The people of one count of the estimate of a saved activity, a page at a time",
  access: seeing,
  perMinute: 120,
  params,
  query: z.object(estimatedPage),
  reply: listEstimatedPeople.reply,
  under: "data",
});

export const validateActivity = endpoint({
  method: "POST",
  path: `${campaignPath}/validate`,
  summary: "The same for one that is not saved yet, with what is wrong with it at its fields",
  access: editing,
  perMinute: 120,
  body: z.object({
    request: activityRequest,
    plan: activityFields.plan,
    fallback: activityFields.fallback,
    comparison: activityFields.comparison,
  }),
  reply: estimate.extend({
    runs: z.array(time).meta({ description: "When it would run, the first 10" }),
  }),
  under: "data",
});
