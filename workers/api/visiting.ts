import { createMiddleware } from "hono/factory";
import { widgetTexts as texts } from "#texts/widget.ts";
import { tenantDatabase } from "#db/client.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import { originsOf } from "#workers/contract/widget.ts";
import { ctxOf, type Ctx } from "#workers/domain/ctx.ts";
import { visitorsFileOwner } from "#workers/domain/drive/visitors-file.ts";
import { DomainError } from "#workers/domain/error.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import type { Visitor } from "#workers/domain/widget/conversation.ts";
import { readVisitor } from "#workers/domain/widget/token.ts";
import type { AppContext, AppEnv } from "./context.ts";
import { minuteLimit } from "./minute-limit.ts";
import { channelOf, type Found } from "./open-channel.ts";
import { isOwnOrigin } from "./own-origin.ts";

/** Admits visitors, who call from another site through the widget, and says how often they may. */

const ALL = 100_000;
/** Calls a minute: of one visitor, and of one network address, behind which a whole office may sit. */
const LIMITS = {
  session: { one: minuteLimit({ one: 20, all: ALL }), address: minuteLimit({ one: 120, all: ALL }) },
  say: { one: minuteLimit({ one: 40, all: ALL }), address: minuteLimit({ one: 400, all: ALL }) },
  upload: { one: minuteLimit({ one: 10, all: ALL }), address: minuteLimit({ one: 60, all: ALL }) },
  other: { one: minuteLimit({ one: 240, all: ALL }), address: minuteLimit({ one: 2_400, all: ALL }) },
} as const;

/**
 * Answers the sites that the channel allows, none named being any. The browser keeps others from reading the answer; here
 * they are refused altogether, their sockets too.
 */
export const fromOtherSites = createMiddleware<AppEnv>(async (c, next) => {
  const origin = c.req.header("origin");
  if (origin === undefined) return next();
  const found = await channelOf(c, c.req.param("channelId") ?? "");
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
export async function webChannel(c: AppContext, channelId: string): Promise<Found> {
  const found = await channelOf(c, channelId);
  if (found?.channel.vendor !== vendorCodes.web)
    throw new DomainError("notFound", { message: texts.channelGone });
  return found;
}

interface Visiting {
  ctx: Ctx;
  visitor: Visitor;
  found: Found;
}

/** The visitor who calls. Throws visitorUnknown for a token that is forged, too old, or of another channel. */
export async function visiting(
  c: AppContext,
  channelId: string,
  limit: keyof typeof LIMITS,
  token = (c.req.header("authorization") ?? "").replace(/^Bearer /, ""),
): Promise<Visiting> {
  const found = await webChannel(c, channelId);
  const claims = await readVisitor(token, keyRing(c.env.DATA_KEY), Date.now());
  if (claims?.channelId !== found.channel.id || claims.enterpriseId !== found.channel.enterpriseId)
    throw new DomainError("visitorUnknown");
  limitVisitor(c, limit, claims.visitorId);
  const visitor = { channelId: claims.channelId, visitorId: claims.visitorId };
  return { ctx: visitingCtx(c, found, visitor), visitor, found };
}

/** Throws tooOften with the seconds to wait; an undefined visitor is a new one, counted by their address alone. */
export function limitVisitor(c: AppContext, limit: keyof typeof LIMITS, visitorId: string | undefined): void {
  const { one, address } = LIMITS[limit];
  const wait = (visitorId === undefined ? 0 : one(visitorId)) || address(c.get("address"));
  if (wait > 0) throw new DomainError("tooOften", { retryAfterSeconds: wait });
}

/** A visitor acts as the owner of their own files. */
export const visitingCtx = (c: AppContext, { channel, database }: Found, visitor: Visitor): Ctx =>
  ctxOf(tenantDatabase(c.env, database), channel.enterpriseId, {
    userId: visitorsFileOwner(visitor),
    name: "",
    address: c.get("address"),
    requestId: c.get("requestId"),
  });
