import { z } from "zod";
import { endpoint, holding } from "../endpoint.ts";
import { id } from "../ids.ts";

/** The analytics that a bot shows in a frame: its Designer tab, Call Classification and Sentiment. */
export const analyticsViews = ["conversation", "call-classification", "sentiment"] as const;
export type AnalyticsView = (typeof analyticsViews)[number];

/** Path of our own pages for the frames, for a system without an analytics host. */
export const OWN_ANALYTICS = "/analytics-frame/";

export const analyticsFrame = endpoint({
  method: "GET",
  path: "/chatbird/api/nlp/agent/:id/analytics/:view",
  summary: "The address of an agent's analytics, to be shown in a frame",
  access: holding("NLP.VIEW"),
  params: z.object({ id, view: z.enum(analyticsViews) }),
  reply: z.object({
    url: z.string().meta({
      description: `On the analytics host, or below ${OWN_ANALYTICS} of the console where none is set up`,
    }),
  }),
  under: "data",
});
