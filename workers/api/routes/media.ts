import type { Hono } from "hono";
import { driveTexts } from "#texts/drive.ts";
import * as mediaApi from "#workers/contract/endpoints/media.ts";
import { openLink, sealLink } from "#workers/domain/drive/public-link.ts";
import { DomainError } from "#workers/domain/error.ts";
import { shownMedium } from "#workers/domain/messaging/shown-medium.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import type { AppEnv } from "../context.ts";
import { mount } from "../mount.ts";
import { fileOfLink } from "../file-of-link.ts";

export function mediaRoutes(app: Hono<AppEnv>): void {
  mount(app, mediaApi.openMedium, async ({ params }, { c }) => {
    const named = await openLink(keyRing(c.env.DATA_KEY), params.link, Date.now());
    if (!named) throw new DomainError("notFound", { message: driveTexts.linkExpired });
    return fileOfLink(c.env, named);
  });

  mount(app, mediaApi.messageMedium, ({ params }, { c, ctx }) =>
    shownMedium(ctx, params.id, async (fileId, expiresAt) => {
      const named = { enterpriseId: ctx.enterpriseId, fileId };
      const link = await sealLink(keyRing(c.env.DATA_KEY), named, expiresAt);
      return `/api${mediaApi.openMedium.path.replace(":link", link)}`;
    }),
  );
}
