import { z } from "zod";
import { endpoint, holding } from "../endpoint.ts";

/** Counts of what waits stop here: the menu shows no more than two digits. */
export const MOST_WAITING = 100;

export const waitingWork = endpoint({
  method: "GET",
  path: "/e/enterprise/dashboard/waiting",
  summary: `How much waits for the viewer, counted no further than ${MOST_WAITING}`,
  access: holding("CAMPAIGNS.APPROVE", "NLP.VIEW"),
  reply: z.object({
    approvals: z
      .int()
      .meta({ description: "Activities that wait for an approval, and that the viewer has no part in" }),
    review: z.int().meta({ description: "Messages not understood that nobody has looked at" }),
    reviewOf: z
      .record(z.string(), z.int())
      .meta({ description: "`review` of each bot that has any, by its id" }),
  }),
  under: "response",
});
