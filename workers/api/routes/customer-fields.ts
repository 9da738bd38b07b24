import type { Hono } from "hono";
import { customerFieldsTexts as texts } from "#texts/customer-fields.ts";
import * as customerFieldsApi from "#workers/contract/endpoints/customer-fields.ts";
import { getField, listFields } from "#workers/domain/customer-fields/list.ts";
import { moveField } from "#workers/domain/customer-fields/move.ts";
import { removeField } from "#workers/domain/customer-fields/remove.ts";
import { beginningRework, type BegunRework, reworkAtOnce } from "#workers/domain/customer-fields/rework.ts";
import { saveField } from "#workers/domain/customer-fields/save.ts";
import { describe } from "#workers/domain/error.ts";
import type { Ctx } from "#workers/domain/ctx.ts";
import type { AppEnv } from "../context.ts";
import { mount, Reply } from "../mount.ts";

export function customerFieldRoutes(app: Hono<AppEnv>): void {
  mount(app, customerFieldsApi.listFields, (_, { ctx }) => listFields(ctx));

  mount(app, customerFieldsApi.getField, ({ params }, { ctx }) => getField(ctx, params.id));

  mount(app, customerFieldsApi.saveField, async ({ body }, { ctx }) => {
    const { inputFieldDefinition, jobId } = await saveField(ctx, body);
    if (jobId !== undefined) await follow(ctx, jobId);
    return new Reply({ inputFieldDefinition }, texts.saved);
  });

  mount(app, customerFieldsApi.deleteField, async ({ params }, { ctx }) => {
    const { jobId, begun } = await removeField(ctx, params.id, beginningRework);
    await follow(ctx, jobId, begun);
    return new Reply(null, texts.deleted);
  });

  mount(
    app,
    customerFieldsApi.moveField,
    async ({ body }, { ctx }) => new Reply(await moveField(ctx, body), texts.moved),
  );
}

/** The definition is stored, so the answer is success whatever happens here: the job is recorded and will be done. */
async function follow(ctx: Ctx, jobId: string, begun?: BegunRework): Promise<void> {
  try {
    await reworkAtOnce(ctx, jobId, begun);
  } catch (error) {
    const { requestId } = ctx.actor;
    console.log(JSON.stringify({ level: "warn", jobId, requestId, failure: describe(error) }));
  }
}
