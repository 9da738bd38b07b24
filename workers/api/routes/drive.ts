import type { Hono } from "hono";
import { driveTexts } from "#texts/drive.ts";
import { errorsTexts } from "#texts/errors.ts";
import * as driveApi from "#workers/contract/endpoints/drive.ts";
import { uploadersOf } from "#workers/contract/endpoints/drive.ts";
import { type DriveRow, openFile, readableFile } from "#workers/domain/drive/file.ts";
import { readLink, signLink } from "#workers/domain/drive/link.ts";
import { quotaOf } from "#workers/domain/drive/quota.ts";
import { receiveFile } from "#workers/domain/drive/receive.ts";
import { validateMedia } from "#workers/domain/drive/validate-media.ts";
import { DomainError } from "#workers/domain/error.ts";
import { allowsPrivate } from "#workers/domain/integrations/provider-of.ts";
import { iso } from "#workers/domain/ctx.ts";
import { resolveByHttps } from "#workers/outbound/resolve.ts";
import type { AppEnv } from "../context.ts";
import { fileOfLink, savedFile } from "../file-of-link.ts";
import { type HandlerContext, mount, Reply, requirePermission } from "../mount.ts";

export function driveRoutes(app: Hono<AppEnv>): void {
  mount(app, driveApi.uploadToDrive, async ({ query, body }, context) => {
    const { c, ctx, session, incoming } = context;
    const use = query.bucketUpload ? "attachment" : body.use;
    const uploaders = uploadersOf[use];
    if (uploaders !== "anybody") requirePermission(context, ...uploaders);
    if (!incoming) {
      throw new DomainError("invalid", {
        message: errorsTexts.noFile,
        errors: { file: errorsTexts.noFile },
      });
    }
    const file = await receiveFile(ctx, c.env.FILES, { use, ...incoming }, quotaOf(session.enterprise));
    return new Reply(file, driveTexts.uploaded);
  });

  mount(app, driveApi.getDriveFile, async ({ params }, context) =>
    savedFile(await openFile(context.c.env.FILES, await readable(context, params.id))),
  );

  mount(app, driveApi.linkDriveFile, async ({ params }, context) => {
    const { c, ctx } = context;
    const { id } = await readable(context, params.id);
    const named = { enterpriseId: ctx.enterpriseId, fileId: id };
    const { link, expiresAt } = await signLink(named, c.env.TOKEN_SECRET, ctx.now());
    return { url: `/api${driveApi.openDriveLink.path.replace(":link", link)}`, expiresAt: iso(expiresAt) };
  });

  mount(app, driveApi.openDriveLink, async ({ params }, { c }) => {
    const named = await readLink(params.link, c.env.TOKEN_SECRET, Date.now());
    if (!named) throw new DomainError("notFound", { message: driveTexts.linkExpired });
    return fileOfLink(c.env, named);
  });

  mount(app, driveApi.validateMedia, ({ query }, context) =>
    validateMedia(query, (id) => readable(context, id), {
      resolve: resolveByHttps,
      allowPrivate: allowsPrivate(context.c.env),
    }),
  );
}

const readable = (context: HandlerContext, id: string): Promise<DriveRow> =>
  readableFile(context.ctx, id, () => context.session.permissions);
