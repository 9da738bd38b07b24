import { z } from "zod";
import { errorsTexts } from "#texts/errors.ts";
import { runMoveStates } from "#workers/contract/automation/run-moves.ts";
import type { Permission } from "#workers/contract/permissions.ts";
import { endpoint, holding } from "../endpoint.ts";
import { revision, time } from "../fields.ts";
import { id } from "../ids.ts";

/** People who are in an instance, and a newer version: they are moved, or end, and for a while that can be undone. */

const MOST_NODES = 1_000;

const node = z.object({ id: z.string(), type: z.string(), name: z.string() });

/** A move on the wire: of an instance, as long as it goes on or may be undone. */
export const runMove = z.object({
  id: z.string(),
  what: z.enum(["move", "end"]),
  state: z.enum(runMoveStates),
  moved: z.int(),
  held: z.int().meta({ description: "Of those, whoever leaves their step when it can't be undone any more" }),
  restored: z.int().meta({ description: "By an undo" }),
  kept: z.int().meta({ description: "Whoever had gone on before an undo came to them" }),
  undoUntil: time,
  by: z.string(),
  jobId: z.string(),
  createdAt: time,
});
export type RunMove = z.infer<typeof runMove>;

const params = z.object({ id, instanceId: id });
const moveParams = z.object({ id, instanceId: id, moveId: id });
const number = z.int(errorsTexts.notNumber).min(1);

const door = (edit: Permission, all: string) => {
  const at = `${all}/:id/instances/:instanceId/moves`;
  const editing = holding(edit);
  return {
    check: endpoint({
      method: "GET",
      path: `${at}/check`,
      summary: "Where people of older versions are, and which steps a version has",
      access: editing,
      params,
      query: z.object({
        number: z.coerce
          .number(errorsTexts.notNumber)
          .int(errorsTexts.notNumber)
          .min(1, errorsTexts.notNumber),
      }),
      reply: z.object({
        total: z.int(),
        nodes: z.array(
          node.extend({
            runs: z.int(),
            gone: z.boolean().meta({ description: "It is not in that version, or is of another type" }),
          }),
        ),
        targets: z.array(node),
      }),
      under: "response",
    }),
    begin: endpoint({
      method: "POST",
      path: at,
      summary: "Takes a version for new people, and moves or ends those who are in an older one",
      access: editing,
      params,
      body: z.object({
        number,
        what: z.enum(["move", "end"]),
        nodes: z
          .array(z.object({ from: z.string().max(64), to: z.string().max(64).nullable() }))
          .max(MOST_NODES, errorsTexts.tooMany(MOST_NODES))
          .default([])
          .meta({ description: "Where people go whose node is gone; null ends them" }),
        revision,
      }),
      reply: runMove,
      under: "response",
    }),
    undo: endpoint({
      method: "POST",
      path: `${at}/:moveId/undo`,
      summary: "Takes a move back, also one that is under way: whoever has not gone on is where they were",
      access: editing,
      params: moveParams,
      reply: runMove,
      under: "response",
    }),
  };
};

/** The calls of each kind, for routes and tests that are the same for both. */
export const moveDoors = {
  journey: door("JOURNEYS.EDIT", "/chatbird/api/journeys"),
  encap: door("ENCAPS.EDIT", "/e/enterprise/campaigns"),
} as const;

export const { check: checkJourneyMove, begin: beginJourneyMove, undo: undoJourneyMove } = moveDoors.journey;
export const { check: checkEncapMove, begin: beginEncapMove, undo: undoEncapMove } = moveDoors.encap;
