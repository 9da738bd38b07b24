import { z } from "zod";
import { automationCasesTexts as texts } from "#texts/automation-cases.ts";
import { graph } from "#workers/contract/automation/graph.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { graphLimits } from "#workers/contract/automation/limits.ts";
import { CASES, testCase } from "#workers/contract/automation/test-case.ts";
import { endpoint, holding } from "../endpoint.ts";
import { name, time } from "../fields.ts";
import { id } from "../ids.ts";

/** Saved test cases of a journey or an encap; what they expect is compared on the server, with the draft as it is sent. */

const entry = z.object({
  id: z.string(),
  name: z.string(),
  /** The number of things that somebody does in it, one after another. */
  turns: z.int(),
  revision: z.int(),
  updatedBy: z.string(),
  updatedAt: time,
});
export type CaseEntry = z.infer<typeof entry>;

const result = z.object({
  id: z.string(),
  name: z.string(),
  passed: z.boolean(),
  /** Of the turn that differs first, counted from 1; null where it passed or wasn't played. */
  turn: z.int().nullable(),
  expected: z.string(),
  got: z.string(),
  sentence: z.string(),
});
export type CaseResult = z.infer<typeof result>;

const MOST_BYTES = graphLimits.draftBytes + 64 * 1_024;
const called = name(texts.nameEmpty, CASES.name);
const params = z.object({ id });
const caseParams = z.object({ id, caseId: id });

const door = <Right extends "JOURNEYS" | "ENCAPS">(right: Right, all: string, one: string) => {
  const at = `${all}/:id/cases`;
  const seeing = holding(`${right}.VIEW`, `${right}.CREATE`, `${right}.EDIT`, `${right}.DELETE`);
  const editing = holding(`${right}.EDIT`);
  return {
    list: endpoint({
      method: "GET",
      path: at,
      summary: `Test cases of ${one}, the oldest first`,
      access: seeing,
      params,
      reply: z.object({ cases: z.array(entry) }),
      under: "response",
    }),
    save: endpoint({
      method: "POST",
      path: at,
      summary: `Keeps a test of ${one} that was played: what was done, and what is expected of it from now on`,
      access: editing,
      params,
      body: z.object({ name: called, content: testCase }),
      reply: entry,
      under: "response",
    }),
    run: endpoint({
      method: "POST",
      path: `${at}/run`,
      summary: `Plays all test cases on a graph of ${one}; nothing is sent and nothing is kept`,
      access: seeing,
      params,
      body: z.object({ graph }),
      maxBytes: MOST_BYTES,
      // It changes nothing.
      anew: false,
      reply: z.object({ results: z.array(result) }),
      under: "response",
    }),
    change: endpoint({
      method: "PUT",
      path: `${at}/:caseId`,
      summary: "Names a test case anew; with a graph, what happens on it is what is expected from now on",
      access: editing,
      params: caseParams,
      body: z.object({ name: called, revision: z.int().min(1), graph: graph.optional() }),
      maxBytes: MOST_BYTES,
      reply: entry,
      under: "response",
    }),
    remove: endpoint({
      method: "DELETE",
      path: `${at}/:caseId`,
      summary: `Deletes a test case of ${one}`,
      access: editing,
      params: caseParams,
      reply: z.null(),
      under: "response",
    }),
  };
};

const journeys = door("JOURNEYS", "/chatbird/api/journeys", "a journey");
const encaps = door("ENCAPS", "/e/enterprise/campaigns", "an encap");
/** The calls of each kind, for screens and routes that are the same for both. */
export const caseDoors = { journey: journeys, encap: encaps } as const satisfies Record<
  AutomationKind,
  unknown
>;

export const {
  list: listJourneyCases,
  save: saveJourneyCase,
  run: runJourneyCases,
  change: changeJourneyCase,
  remove: deleteJourneyCase,
} = journeys;
export const {
  list: listEncapCases,
  save: saveEncapCase,
  run: runEncapCases,
  change: changeEncapCase,
  remove: deleteEncapCase,
} = encaps;
