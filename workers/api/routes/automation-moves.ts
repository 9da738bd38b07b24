import type { Hono } from "hono";
import { automationMovesTexts as texts } from "#texts/automation-moves.ts";
import { automationKinds } from "#workers/contract/automation/kinds.ts";
import { moveDoors } from "#workers/contract/endpoints/automation-moves.ts";
import { beginMove, checkMove, undoMove } from "#workers/domain/automations/instances-moves.ts";
import type { AppEnv } from "../context.ts";
import { mount, Reply } from "../mount.ts";

/** People of an instance and a newer version: the same calls behind two doors. */
export function automationMoveRoutes(app: Hono<AppEnv>): void {
  for (const kind of automationKinds) {
    const api = moveDoors[kind];
    mount(app, api.check, ({ params, query }, { ctx }) =>
      checkMove(ctx, kind, params.id, params.instanceId, query.number),
    );
    mount(
      app,
      api.begin,
      async ({ params, body }, { ctx }) =>
        new Reply(await beginMove(ctx, kind, params.id, params.instanceId, body), texts.begun[body.what]),
    );
    mount(
      app,
      api.undo,
      async ({ params }, { ctx }) => new Reply(await undoMove(ctx, kind, params), texts.undoing),
    );
  }
}
