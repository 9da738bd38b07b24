import { z } from "zod";
import { endpoint, holding } from "../endpoint.ts";
import { graph } from "#workers/contract/automation/graph.ts";
import { time } from "../fields.ts";
import { id } from "../ids.ts";

/** Somebody else's screen shows the way through a journey; its flows are its own graph and those of journeys that it runs. */
export const flowDetails = endpoint({
  method: "GET",
  path: "/chatbird/api/flows/:id/details",
  summary: "One graph of a journey: its own, or that of a journey that it runs; as published, else the draft",
  access: holding("JOURNEYS.VIEW", "JOURNEYS.CREATE", "JOURNEYS.EDIT", "JOURNEYS.DELETE"),
  params: z.object({ id }),
  query: z.object({ journeyId: id }),
  reply: z.object({
    id: z.string(),
    journeyId: z.string(),
    name: z.string(),
    /** Null: it was never published. */
    version: z.int().nullable(),
    graph,
    updatedAt: time,
  }),
  under: "response",
});
