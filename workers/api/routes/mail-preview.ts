import type { Hono } from "hono";
import { directory } from "#db/client.ts";
import * as mailPreviewApi from "#workers/contract/endpoints/mail-preview.ts";
import { DomainError } from "#workers/domain/error.ts";
import { hasMailPreview, listMailPreview, previewHtml } from "#workers/domain/mail/preview.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import type { AppContext, AppEnv } from "../context.ts";
import { mount, FileReply } from "../mount.ts";

/** A mail is untrusted HTML: nothing in it runs or is fetched, and a click on a link navigates the whole window. */
const SANDBOX = [
  "sandbox allow-top-navigation-by-user-activation",
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "frame-ancestors 'self'",
].join("; ");

export function mailPreviewRoutes(app: Hono<AppEnv>): void {
  mount(app, mailPreviewApi.listMails, async (_, { c }) => {
    refuseElsewhere(c);
    return { mails: await listMailPreview(directory(c.env), keyRing(c.env.DATA_KEY)) };
  });

  app.use(`/api${mailPreviewApi.mailHtml.path}`, async (c, next) => {
    await next();
    c.header("content-security-policy", SANDBOX);
    c.header("x-frame-options", "SAMEORIGIN");
  });
  mount(app, mailPreviewApi.mailHtml, async ({ params }, { c }) => {
    refuseElsewhere(c);
    const html = await previewHtml(directory(c.env), keyRing(c.env.DATA_KEY), params.id);
    return new FileReply(html, `${params.id}.html`, { inline: true });
  });
}

function refuseElsewhere({ env, req }: AppContext): void {
  if (!hasMailPreview(env, req.url)) throw new DomainError("notFound");
}
