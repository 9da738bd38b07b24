import type { Hono } from "hono";
import { enterpriseDataTexts as texts } from "#texts/enterprise-data.ts";
import * as dataApi from "#workers/contract/endpoints/enterprise-data.ts";
import { askDeletion, deletionState, takeDeletionBack } from "#workers/domain/enterprise/deletion.ts";
import { beginExport, downloadExport, exportState } from "#workers/domain/enterprise/export.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import type { AppContext, AppEnv } from "../context.ts";
import { mailDepsOf } from "../mail-deps.ts";
import { FileReply, mount, Reply } from "../mount.ts";

const secretsOf = ({ env }: AppContext) => ({ seal: env.SEAL_KEY, ring: keyRing(env.DATA_KEY) });

export function enterpriseDataRoutes(app: Hono<AppEnv>): void {
  mount(app, dataApi.getExport, (_, { c, ctx }) => exportState(ctx, c.env.FILES));

  mount(app, dataApi.beginExport, async ({ body }, { c, directoryCtx, ctx, session }) => {
    const begun = await beginExport(directoryCtx, ctx, session.id, body, secretsOf(c));
    return new Reply(begun, begun.joined ? texts.exportJoined : texts.exportBegun);
  });

  mount(app, dataApi.getDeletion, (_, { directoryCtx }) => deletionState(directoryCtx));

  mount(app, dataApi.askDeletion, async ({ body }, { c, directoryCtx, session }) => {
    const asked = await askDeletion(directoryCtx, session.id, body, secretsOf(c), mailDepsOf(c));
    return new Reply(asked, texts.deleteAsked);
  });

  mount(
    app,
    dataApi.takeDeletionBack,
    async (_, { c, directoryCtx }) =>
      new Reply(await takeDeletionBack(directoryCtx, mailDepsOf(c)), texts.takenBack),
  );

  mount(app, dataApi.downloadExport, async ({ params }, { c, ctx, session }) => {
    const body = await downloadExport(ctx, params, c.env.FILES);
    const day = new Date(ctx.now()).toISOString().slice(0, 10);
    return new FileReply(body, texts.fileName(session.enterprise.name, day, params.part));
  });
}
