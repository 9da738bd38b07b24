import type { Hono } from "hono";
import { automationCasesTexts as texts } from "#texts/automation-cases.ts";
import { automationKinds } from "#workers/contract/automation/kinds.ts";
import { caseDoors } from "#workers/contract/endpoints/automation-cases.ts";
import { changeCase, deleteCase, listCases, runCases, saveCase } from "#workers/domain/automations/cases.ts";
import { placeOf } from "#workers/domain/enterprise/enterprise.ts";
import type { AppEnv } from "../context.ts";
import { mount, Reply } from "../mount.ts";

/** Test cases of journeys and encaps. */
export function automationCaseRoutes(app: Hono<AppEnv>): void {
  for (const kind of automationKinds) {
    const api = caseDoors[kind];
    mount(app, api.list, ({ params }, { ctx }) => listCases(ctx, kind, params.id));
    mount(
      app,
      api.save,
      async ({ params, body }, { ctx }) => new Reply(await saveCase(ctx, kind, params.id, body), texts.saved),
    );
    mount(app, api.run, ({ params, body }, { ctx, session }) =>
      runCases(ctx, placeOf(session.enterprise), kind, params.id, body.graph),
    );
    mount(
      app,
      api.change,
      async ({ params, body }, { ctx, session }) =>
        new Reply(await changeCase(ctx, placeOf(session.enterprise), kind, params, body), texts.renamed),
    );
    mount(app, api.remove, async ({ params }, { ctx }) => {
      await deleteCase(ctx, kind, params);
      return new Reply(null, texts.deleted);
    });
  }
}
