import type { Hono } from "hono";
import * as messages from "#app/messages.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import { getField, listFields } from "#workers/domain/customer-fields/list.ts";
import { moveField } from "#workers/domain/customer-fields/move.ts";
import { removeField } from "#workers/domain/customer-fields/remove.ts";
import { reworkAtOnce } from "#workers/domain/customer-fields/rework.ts";
import { saveField } from "#workers/domain/customer-fields/save.ts";
import { describe } from "#workers/domain/error.ts";
import type { Scope } from "#workers/domain/scope.ts";
import type { AppContext, AppEnv } from "../context.ts";
import { mount, Said } from "../mount.ts";
import { wakeWorker } from "../wake.ts";

const { customerFields } = endpoints;
const texts = messages.customerFields;

export function customerFieldRoutes(app: Hono<AppEnv>): void {
  mount(app, customerFields.list, (_, { scope }) => listFields(scope));

  mount(app, customerFields.get, ({ params }, { scope }) => getField(scope, params.id));

  mount(app, customerFields.save, async ({ body }, { scope, c }) => {
    const { inputFieldDefinition, jobId } = await saveField(scope, body);
    if (jobId !== undefined) await follow(c, scope, jobId);
    return new Said({ inputFieldDefinition }, texts.saved);
  });

  mount(app, customerFields.remove, async ({ params }, { scope, c }) => {
    const { jobId } = await removeField(scope, params.id);
    await follow(c, scope, jobId);
    return new Said(null, texts.deleted);
  });

  mount(
    app,
    customerFields.move,
    async ({ body }, { scope }) => new Said(await moveField(scope, body), texts.moved),
  );
}

/** The definition is stored, so the answer is success whatever happens here: the job is recorded and will be done. */
async function follow({ env }: AppContext, scope: Scope, jobId: string): Promise<void> {
  try {
    if (await reworkAtOnce(scope, jobId)) return;
  } catch (error) {
    console.log(JSON.stringify({ level: "warn", jobId, failure: describe(error) }));
  }
  await wakeWorker(env, scope.enterpriseId, jobId);
}
