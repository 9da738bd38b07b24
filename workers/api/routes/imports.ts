import type { Hono } from "hono";
import * as messages from "#app/messages.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import { errorsCsv } from "#workers/domain/imports/errors-csv.ts";
import { beginUpload, storePart } from "#workers/domain/imports/files.ts";
import { inspectFile } from "#workers/domain/imports/inspect.ts";
import { getUpload, listErrors, listUploads } from "#workers/domain/imports/list.ts";
import { sampleCsv } from "#workers/domain/imports/sample.ts";
import { startImport, stepImport } from "#workers/domain/imports/steps.ts";
import type { AppEnv } from "../context.ts";
import { mount, Said, Sent } from "../mount.ts";
import { wakeWorker } from "../wake.ts";

const { imports } = endpoints;

export function importRoutes(app: Hono<AppEnv>): void {
  mount(app, imports.sample, async (_, { scope }) => new Sent(await sampleCsv(scope), "Sample.csv"));

  mount(app, imports.beginUpload, ({ body }, { scope }) => beginUpload(scope, body));

  mount(app, imports.inspect, ({ body }, { c, scope }) => inspectFile(scope, c.env.FILES, body.path));

  mount(app, imports.sendPart, async ({ params }, { c, scope, stream }) => {
    const length = Number(c.req.header("content-length"));
    // R2 needs the length before the bytes.
    const sized = stream?.pipeThrough(new FixedLengthStream(length)) ?? null;
    await storePart(scope, c.env.FILES, params, { stream: sized, length });
    return { part: params.part };
  });

  mount(app, imports.start, async ({ body }, { c, scope }) => {
    const { upload, jobId } = await startImport(scope, c.env.FILES, body);
    if (jobId) await wakeWorker(c.env, scope.enterpriseId, jobId);
    return new Said(upload, messages.imports.fileUploaded);
  });

  mount(app, imports.step, async ({ params }, { c, scope }) => {
    const { upload, jobId } = await stepImport(scope, params.id, params.step);
    if (jobId) await wakeWorker(c.env, scope.enterpriseId, jobId);
    return upload;
  });

  mount(app, imports.list, ({ query }, { scope }) => listUploads(scope, query));

  mount(app, imports.get, ({ params }, { scope }) => getUpload(scope, params.id));

  mount(app, imports.errors, ({ query }, { scope }) => listErrors(scope, query));

  mount(app, imports.errorsCsv, async ({ params }, { scope }) => {
    const { body, name } = await errorsCsv(scope, params.id);
    return new Sent(body, name);
  });
}
