import type { Hono } from "hono";
import { driveTexts } from "#texts/drive.ts";
import * as mediaApi from "#workers/contract/endpoints/media.ts";
import { openLink } from "#workers/domain/drive/public-link.ts";
import { seesMessage } from "#workers/domain/chats/sees.ts";
import { DomainError } from "#workers/domain/error.ts";
import { shownMedium } from "#workers/domain/messaging/shown-medium.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import type { AppEnv } from "../context.ts";
import { may, mount } from "../mount.ts";
import { fileOfLink, mediumLink } from "../file-of-link.ts";

export function mediaRoutes(app: Hono<AppEnv>): void {
  mount(app, mediaApi.openMedium, async ({ params }, { c }) => {
    const named = await openLink(keyRing(c.env.DATA_KEY), params.link, Date.now());
    if (!named) throw new DomainError("notFound", { message: driveTexts.linkExpired });
    return fileOfLink(c.env, named);
  });

  mount(app, mediaApi.messageMedium, async ({ params }, context) => {
    const { c, ctx } = context;
    const reading = shownMedium(ctx, params.id, (fileId, expiresAt) =>
      mediumLink(c, ctx.enterpriseId, fileId, expiresAt),
    );
    const [shown, sees] = await Promise.all([reading, seesMessage(ctx, params.id)]);
    // People who manage channels look after all of them; others see the files of the chats that they see.
    if (!sees && !may(context, "CHANNELS.CREATE", "CHANNELS.EDIT")) throw new DomainError("notFound");
    return shown;
  });
}
