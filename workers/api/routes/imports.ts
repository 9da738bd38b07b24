import type { Hono } from "hono";
import { importsTexts } from "#texts/imports.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import { errorsCsv } from "#workers/domain/imports/errors-csv.ts";
import { beginUpload, storePart } from "#workers/domain/imports/files.ts";
import { inspectFile } from "#workers/domain/imports/inspect.ts";
import { getUpload, listErrors, listUploads } from "#workers/domain/imports/list.ts";
import { sampleCsv } from "#workers/domain/imports/sample.ts";
import { previewUndo } from "#workers/domain/imports/undo.ts";
import { startImport, stepImport } from "#workers/domain/imports/steps.ts";
import type { AppEnv } from "../context.ts";
import { mount, Reply, FileReply, requirePermission } from "../mount.ts";

const { imports } = endpoints;

export function importRoutes(app: Hono<AppEnv>): void {
  mount(app, imports.sample, async (_, { ctx }) => new FileReply(await sampleCsv(ctx), "Sample.csv"));

  mount(app, imports.beginUpload, ({ body }, { ctx }) => beginUpload(ctx, body));

  mount(app, imports.inspect, ({ body }, { c, ctx }) => inspectFile(ctx, c.env.FILES, body.path));

  mount(app, imports.sendPart, async ({ params }, { c, ctx, stream }) => {
    const length = Number(c.req.header("content-length"));
    // R2 needs the length before the bytes.
    const sized = stream?.pipeThrough(new FixedLengthStream(length)) ?? null;
    await storePart(ctx, c.env.FILES, params, { stream: sized, length });
    return { part: params.part };
  });

  mount(app, imports.start, async ({ body }, { c, ctx }) => {
    const { upload } = await startImport(ctx, c.env.FILES, body);
    return new Reply(upload, importsTexts.fileUploaded);
  });

  mount(app, imports.step, async ({ params, body }, { ctx }) => {
    const { upload } = await stepImport(ctx, params.id, params.step, body.edited);
    return upload;
  });

  mount(app, imports.previewUndo, ({ params }, { ctx }) => previewUndo(ctx, params.id));

  mount(app, imports.list, ({ query }, { ctx }) => listUploads(ctx, query));

  mount(app, imports.get, ({ params }, { ctx }) => getUpload(ctx, params.id));

  mount(app, imports.errors, ({ query }, { ctx, session }) =>
    listErrors(ctx, query, session.permissions.includes("CUSTOMER.VIEW")),
  );

  mount(app, imports.errorsCsv, async ({ params }, context) => {
    requirePermission(context, "CUSTOMER.VIEW");
    const { ctx } = context;
    const { body, name } = await errorsCsv(ctx, params.id);
    return new FileReply(body, name);
  });
}
