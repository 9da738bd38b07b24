import type { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { uuidv7 } from "uuidv7";
import { and, asc, eq } from "drizzle-orm";
import { widgetTexts as texts } from "#texts/widget.ts";
import { errorsTexts } from "#texts/errors.ts";
import { directory, tenantDatabase } from "#db/client.ts";
import { enterprises } from "#db/directory/enterprises.ts";
import { users } from "#db/directory/users.ts";
import { channels } from "#db/tenant/channels.ts";
import type { RawEvent } from "#workers/channels/adapter.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import * as widgetApi from "#workers/contract/endpoints/widget.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import { originsOf, widgetConfigOf } from "#workers/contract/widget.ts";
import { ctxOf, type Ctx } from "#workers/domain/ctx.ts";
import { openFile } from "#workers/domain/drive/file.ts";
import { quotaOf } from "#workers/domain/drive/quota.ts";
import { visitorsFileOwner } from "#workers/domain/drive/visitors-file.ts";
import { DomainError } from "#workers/domain/error.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import {
  messagesAfter,
  newestMessages,
  theirMessages,
  type Visitor,
} from "#workers/domain/widget/conversation.ts";
import { receiveVisitorsFile, visitorsFile } from "#workers/domain/widget/file.ts";
import { eventsOfSaying, eventsOfSeeing } from "#workers/domain/widget/say.ts";
import { readVisitor, signVisitor } from "#workers/domain/widget/token.ts";
import { visitorOf } from "#workers/domain/widget/visitor.ts";
import type { AppContext, AppEnv } from "../context.ts";
import { minuteLimit } from "../minute-limit.ts";
import { FileReply, mount } from "../mount.ts";
import { channelOf, type Found, takeIn } from "../open-channel.ts";
import { isOwnOrigin } from "../own-origin.ts";
import { settingOf } from "../setting.ts";

const ALL = 100_000;
/** Calls a minute: of one visitor, and of one network address, behind which a whole office may sit. */
const LIMITS = {
  session: { one: minuteLimit({ one: 20, all: ALL }), address: minuteLimit({ one: 120, all: ALL }) },
  say: { one: minuteLimit({ one: 40, all: ALL }), address: minuteLimit({ one: 400, all: ALL }) },
  upload: { one: minuteLimit({ one: 10, all: ALL }), address: minuteLimit({ one: 60, all: ALL }) },
  other: { one: minuteLimit({ one: 240, all: ALL }), address: minuteLimit({ one: 2_400, all: ALL }) },
} as const;

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
    limited(c, "session", again);
    const visitor = { channelId, visitorId: again ?? uuidv7() };
    const { more: _, ...conversation } =
      again === undefined ? nothingSaid : await newestMessages(ctxFor(c, found, visitor), visitor);
    const token = await signVisitor({ enterpriseId, ...visitor }, ring, now);
    return { token, config: widgetConfigOf(account.settings, now), ...conversation };
  });

  mount(app, widgetApi.widgetMessages, async ({ params, query }, { c }) => {
    const { ctx, visitor } = await calling(c, params.channelId, "other");
    return messagesAfter(ctx, visitor, query.after);
  });

  mount(app, widgetApi.widgetSay, async ({ params, body }, { c }) => {
    const { ctx, visitor, found } = await calling(c, params.channelId, "say");
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
    const { ctx, visitor, found } = await calling(c, params.channelId, "other");
    const theirs = new Set(await theirMessages(ctx, visitor, [...body.delivered, ...body.read]));
    const among = (ids: readonly string[]) => ids.filter((id) => theirs.has(id));
    const events = eventsOfSeeing({ delivered: among(body.delivered), read: among(body.read) }, ctx.now());
    if (events.length > 0) await takeIn(c, found, events, bodyOf(events));
    return null;
  });

  mount(app, widgetApi.widgetUpload, async ({ params }, { c, incoming }) => {
    const { ctx } = await calling(c, params.channelId, "upload");
    if (!incoming)
      throw new DomainError("invalid", { message: errorsTexts.noFile, errors: { file: errorsTexts.noFile } });
    const [enterprise] = await directory(c.env)
      .select({ driveQuota: enterprises.driveQuota })
      .from(enterprises)
      .where(eq(enterprises.id, ctx.enterpriseId));
    if (!enterprise) throw new DomainError("notFound");
    return receiveVisitorsFile(ctx, c.env.FILES, incoming, quotaOf(enterprise));
  });

  mount(app, widgetApi.widgetFile, async ({ params }, { c }) => {
    const { ctx, visitor } = await calling(c, params.channelId, "other");
    const { body, name, mediaType } = await openFile(
      c.env.FILES,
      await visitorsFile(ctx, visitor, params.fileId),
    );
    return new FileReply(body, name, { type: mediaType, sandboxed: true });
  });

  app.get("/api/widget/:channelId/socket", async (c) => {
    if (c.req.header("upgrade")?.toLowerCase() !== "websocket") throw new DomainError("malformed");
    const token = c.req.query("token") ?? "";
    const { visitor } = await calling(c, c.req.param("channelId"), "other", token);
    const tabs = visitorOf(c.env, visitor.channelId, visitor.visitorId);
    return tabs.fetch("https://visitor/socket", { headers: { upgrade: "websocket" } });
  });

  mount(app, widgetApi.widgetDemo, async (_, { c }) => ({ channelId: await demoChannel(c) }));
}

const nothingSaid = { messages: [], cursor: "", more: false };

/** As the web adapter splits it, for what has to be set aside. */
const bodyOf = (events: readonly RawEvent[]): Uint8Array =>
  new TextEncoder().encode(JSON.stringify({ events }));

/**
 * Answers the sites that the channel allows, none named being any. The browser keeps others from reading the answer; here
 * they are refused altogether, their sockets too.
 */
const fromOtherSites = createMiddleware<AppEnv>(async (c, next) => {
  const origin = c.req.header("origin");
  if (origin === undefined) return next();
  const found = await channelOf(c.env, c.req.param("channelId") ?? "");
  const allowed = found ? originsOf(found.channel.account.settings) : [];
  if (allowed.length > 0 && !allowed.includes(origin) && !isOwnOrigin(c, origin))
    throw new DomainError("forbidden", { message: texts.originWrong });
  const headers = {
    "access-control-allow-origin": origin,
    "access-control-expose-headers": "retry-after",
    "cross-origin-resource-policy": "cross-origin",
    vary: "origin",
  };
  if (c.req.method === "OPTIONS") {
    return c.body(null, 204, {
      ...headers,
      "access-control-allow-methods": "GET, POST",
      "access-control-allow-headers": "authorization, content-type",
      "access-control-max-age": "600",
    });
  }
  await next();
  if (c.res.status !== 101) for (const [name, value] of Object.entries(headers)) c.header(name, value);
});

/** The channel of a widget. Throws notFound for one that is gone, or no widget's. */
async function webChannel(c: AppContext, channelId: string): Promise<Found> {
  const found = await channelOf(c.env, channelId);
  if (found?.channel.vendor !== vendorCodes.web)
    throw new DomainError("notFound", { message: texts.channelGone });
  return found;
}

interface Calling {
  ctx: Ctx;
  visitor: Visitor;
  found: Found;
}

/** The visitor who calls. Throws visitorUnknown for a token that is forged, too old, or of another channel. */
async function calling(
  c: AppContext,
  channelId: string,
  limit: keyof typeof LIMITS,
  token = (c.req.header("authorization") ?? "").replace(/^Bearer /, ""),
): Promise<Calling> {
  const found = await webChannel(c, channelId);
  const claims = await readVisitor(token, keyRing(c.env.DATA_KEY), Date.now());
  if (claims?.channelId !== found.channel.id || claims.enterpriseId !== found.channel.enterpriseId)
    throw new DomainError("visitorUnknown");
  limited(c, limit, claims.visitorId);
  const visitor = { channelId: claims.channelId, visitorId: claims.visitorId };
  return { ctx: ctxFor(c, found, visitor), visitor, found };
}

function limited(c: AppContext, limit: keyof typeof LIMITS, visitorId: string | undefined): void {
  const { one, address } = LIMITS[limit];
  const wait = (visitorId === undefined ? 0 : one(visitorId)) || address(c.get("address"));
  if (wait > 0) throw new DomainError("tooOften", { retryAfterSeconds: wait });
}

const ctxFor = (c: AppContext, { channel, database }: Found, visitor: Visitor): Ctx =>
  ctxOf(tenantDatabase(c.env, database), channel.enterpriseId, {
    userId: visitorsFileOwner(visitor),
    name: "",
    address: c.get("address"),
    requestId: c.get("requestId"),
  });

/** The web channel of the enterprise whose user the setting names; empty where there is none. */
async function demoChannel(c: AppContext): Promise<string> {
  const mail = settingOf(c.env, "WIDGET_DEMO")?.toLowerCase();
  if (!mail) return "";
  const [enterprise] = await directory(c.env)
    .select({ id: enterprises.id, database: enterprises.database })
    .from(enterprises)
    .innerJoin(users, eq(users.enterpriseId, enterprises.id))
    .where(eq(users.emailKey, mail));
  if (!enterprise) return "";
  const [channel] = await tenantDatabase(c.env, enterprise.database)
    .select({ id: channels.id })
    .from(channels)
    .where(
      and(
        eq(channels.enterpriseId, enterprise.id),
        eq(channels.type, channelTypes.web),
        eq(channels.vendor, vendorCodes.web),
      ),
    )
    .orderBy(asc(channels.id))
    .limit(1);
  return channel?.id ?? "";
}
