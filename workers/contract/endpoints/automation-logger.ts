import { z } from "zod";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { LOG_DAYS, LOG_LEVELS } from "#workers/contract/automation/log-levels.ts";
import { endpoint, holding } from "../endpoint.ts";
import { id } from "../ids.ts";

const logger = z.object({ level: z.enum(LOG_LEVELS), days: z.int().min(LOG_DAYS.least).max(LOG_DAYS.most) });
export type Logger = z.infer<typeof logger>;

const door = <Right extends "JOURNEYS" | "ENCAPS">(right: Right, all: string, one: string) => ({
  get: endpoint({
    method: "GET",
    path: `${all}/:id/logger`,
    summary: `What is kept of the steps of ${one}'s runs, and for how many days`,
    access: holding(`${right}.VIEW`, `${right}.CREATE`, `${right}.EDIT`, `${right}.DELETE`),
    params: z.object({ id }),
    reply: logger,
    under: "response",
  }),
  set: endpoint({
    method: "PUT",
    path: `${all}/:id/logger`,
    summary: `Sets what is kept of ${one}'s steps from now on, and for how many days`,
    access: holding(`${right}.EDIT`),
    params: z.object({ id }),
    body: logger,
    reply: logger,
    under: "response",
  }),
});

const journeys = door("JOURNEYS", "/chatbird/api/journeys", "a journey");
const encaps = door("ENCAPS", "/e/enterprise/campaigns", "an encap");
/** The calls of each kind, for screens and routes that are the same for both. */
export const loggerDoors = { journey: journeys, encap: encaps } as const satisfies Record<
  AutomationKind,
  unknown
>;

export const { get: getJourneyLogger, set: setJourneyLogger } = journeys;
export const { get: getEncapLogger, set: setEncapLogger } = encaps;
