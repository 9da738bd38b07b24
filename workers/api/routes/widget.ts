import type { Hono } from "hono";
import { uuidv7 } from "uuidv7";
import { errorsTexts } from "#texts/errors.ts";
import { directory } from "#db/client.ts";
import type { RawEvent } from "#workers/channels/adapter.ts";
import * as widgetApi from "#workers/contract/endpoints/widget.ts";
import { widgetConfigOf } from "#workers/contract/widget.ts";
import { openFile } from "#workers/domain/drive/file.ts";
import { quotaBy } from "#workers/domain/drive/quota.ts";
import { DomainError } from "#workers/domain/error.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { messagesAfter, newestMessages, theirMessages } from "#workers/domain/widget/conversation.ts";
import { demoChannel } from "#workers/domain/widget/demo-channel.ts";
import { receiveVisitorsFile, visitorsFile } from "#workers/domain/widget/file.ts";
import { eventsOfSaying, eventsOfSeeing } from "#workers/domain/widget/say.ts";
import { readVisitor, signVisitor } from "#workers/domain/widget/token.ts";
import { visitorOf } from "#workers/domain/widget/visitor.ts";
import type { AppEnv } from "../context.ts";
import { FileReply, mount } from "../mount.ts";
import { takeIn } from "../open-channel.ts";
import { settingOf } from "../setting.ts";
import { fromOtherSites, limitVisitor, visitingCtx, visiting, webChannel } from "../visiting.ts";

export function widgetRoutes(app: Hono<AppEnv>): void {
  app.use("/api/widget/:channelId/*", fromOtherSites);

  mount(app, widgetApi.widgetSession, async ({ params, body }, { c }) => {
    const found = await webChannel(c, params.channelId);
    const ring = keyRing(c.env.DATA_KEY);
    const now = Date.now();
    const known = body.token === undefined ? null : await readVisitor(body.token, ring, now);
    const { enterpriseId, id: channelId, account } = found.channel;
    const again =
      known?.channelId === channelId && known.enterpriseId === enterpriseId ? known.visitorId : undefined;
    limitVisitor(c, "session", again);
    const visitor = { channelId, visitorId: again ?? uuidv7() };
    const { more: _, ...conversation } =
      again === undefined ? nothingSaid : await newestMessages(visitingCtx(c, found, visitor), visitor);
    const token = await signVisitor({ enterpriseId, ...visitor }, ring, now);
    return { token, config: widgetConfigOf(account.settings, now), ...conversation };
  });

  mount(app, widgetApi.widgetMessages, async ({ params, query }, { c }) => {
    const { ctx, visitor } = await visiting(c, params.channelId, "other");
    return messagesAfter(ctx, visitor, query.after);
  });

  mount(app, widgetApi.widgetSay, async ({ params, body }, { c }) => {
    const { ctx, visitor, found } = await visiting(c, params.channelId, "say");
    const { events, message } = await eventsOfSaying(ctx, visitor, body);
    await takeIn(c, found, events, bodyOf(events));
    // The visitor's other tabs; one that hears of it twice shows it once.
    c.executionCtx.waitUntil(
      visitorOf(c.env, visitor.channelId, visitor.visitorId)
        .deliver({ type: "message", message })
        .catch(() => {}),
    );
    return message;
  });

  mount(app, widgetApi.widgetSeen, async ({ params, body }, { c }) => {
    const { ctx, visitor, found } = await visiting(c, params.channelId, "other");
    const theirs = new Set(await theirMessages(ctx, visitor, [...body.delivered, ...body.read]));
    const among = (ids: readonly string[]) => ids.filter((id) => theirs.has(id));
    const events = eventsOfSeeing({ delivered: among(body.delivered), read: among(body.read) }, ctx.now());
    if (events.length > 0) await takeIn(c, found, events, bodyOf(events));
    return null;
  });

  mount(app, widgetApi.widgetUpload, async ({ params }, { c, incoming }) => {
    const { ctx } = await visiting(c, params.channelId, "upload");
    if (!incoming)
      throw new DomainError("invalid", { message: errorsTexts.noFile, errors: { file: errorsTexts.noFile } });
    return receiveVisitorsFile(ctx, c.env.FILES, incoming, await quotaBy(directory(c.env), ctx.enterpriseId));
  });

  mount(app, widgetApi.widgetFile, async ({ params }, { c }) => {
    const { ctx, visitor } = await visiting(c, params.channelId, "other");
    const { body, name, mediaType } = await openFile(
      c.env.FILES,
      await visitorsFile(ctx, visitor, params.fileId),
    );
    return new FileReply(body, name, { type: mediaType, sandboxed: true });
  });

  app.get("/api/widget/:channelId/socket", async (c) => {
    if (c.req.header("upgrade")?.toLowerCase() !== "websocket") throw new DomainError("malformed");
    const token = c.req.query("token") ?? "";
    const { visitor } = await visiting(c, c.req.param("channelId"), "other", token);
    const tabs = visitorOf(c.env, visitor.channelId, visitor.visitorId);
    return tabs.fetch("https://visitor/socket", { headers: { upgrade: "websocket" } });
  });

  mount(app, widgetApi.widgetDemo, async (_, { c }) => {
    const mail = settingOf(c.env, "WIDGET_DEMO");
    return { channelId: mail === undefined ? "" : await demoChannel(c.env, mail) };
  });
}

const nothingSaid = { messages: [], cursor: "", more: false };

/** As the web adapter splits it, for what has to be set aside. */
const bodyOf = (events: readonly RawEvent[]): Uint8Array =>
  new TextEncoder().encode(JSON.stringify({ events }));
