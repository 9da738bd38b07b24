import type { Hono } from "hono";
import { importsTexts } from "#texts/imports.ts";
import * as importsApi from "#workers/contract/endpoints/imports.ts";
import { DomainError } from "#workers/domain/error.ts";
import { errorsCsv } from "#workers/domain/imports/errors-csv.ts";
import { groupCsv } from "#workers/domain/imports/group-csv.ts";
import { beginUpload, storePart } from "#workers/domain/imports/files.ts";
import { inspectFile } from "#workers/domain/imports/inspect.ts";
import { getUpload, listErrors, listUploads } from "#workers/domain/imports/list.ts";
import { sampleCsv } from "#workers/domain/imports/sample.ts";
import { previewUndo } from "#workers/domain/imports/undo.ts";
import { startImport, stepImport } from "#workers/domain/imports/steps.ts";
import type { AppEnv } from "../context.ts";
import { may, mount, Reply, FileReply, requirePermission } from "../mount.ts";
import { inTime } from "../next-piece.ts";

export function importRoutes(app: Hono<AppEnv>): void {
  mount(app, importsApi.sampleCsv, async (_, { ctx }) => new FileReply(await sampleCsv(ctx), "Sample.csv"));

  mount(app, importsApi.beginUpload, ({ body }, { ctx }) => beginUpload(ctx, body));

  mount(app, importsApi.inspectFile, ({ body }, { c, ctx }) => inspectFile(ctx, c.env.FILES, body.path));

  mount(app, importsApi.sendPart, async ({ params }, { c, ctx, stream }) => {
    const length = Number(c.req.header("content-length"));
    // R2 needs the length before the bytes.
    const part = stream && inTime(stream, new FixedLengthStream(length));
    try {
      await storePart(ctx, c.env.FILES, params, { stream: part?.stream ?? null, length });
    } catch (error) {
      throw part?.signal.aborted ? new DomainError("malformed") : error;
    }
    return { part: params.part };
  });

  mount(app, importsApi.startImport, async ({ body }, { c, ctx }) => {
    const { upload } = await startImport(ctx, c.env.FILES, body);
    return new Reply(upload, importsTexts.fileUploaded);
  });

  mount(app, importsApi.stepImport, async ({ params, body }, { ctx }) => {
    const { upload } = await stepImport(ctx, params.id, params.step, body.edited);
    return upload;
  });

  mount(app, importsApi.previewUndo, ({ params }, { ctx }) => previewUndo(ctx, params.id));

  mount(app, importsApi.listUploads, ({ query }, { ctx }) => listUploads(ctx, query));

  mount(app, importsApi.getUpload, ({ params }, { ctx }) => getUpload(ctx, params.id));

  mount(app, importsApi.listErrors, ({ query }, context) =>
    listErrors(context.ctx, query, may(context, "CUSTOMER.VIEW")),
  );

  mount(app, importsApi.errorsCsv, async ({ params }, context) => {
    requirePermission(context, "CUSTOMER.VIEW");
    const { ctx } = context;
    const { body, name } = await errorsCsv(ctx, params.id);
    return new FileReply(body, name);
  });

  mount(app, importsApi.groupCsv, async ({ params }, context) => {
    requirePermission(context, "CUSTOMER.VIEW");
    const { body, name } = await groupCsv(context.ctx, context.c.env.FILES, params);
    return new FileReply(body, name);
  });
}
