import type { Hono } from "hono";
import { linksTexts as texts } from "#texts/links.ts";
import { directory, type TenantDatabase, tenantDatabase } from "#db/client.ts";
import {
  isOpenedByPerson,
  LINK_HERE,
  LINK_PATH,
  linkOrigin,
  UNSUBSCRIBE_PATH,
} from "#workers/contract/short-links.ts";
import { describe } from "#workers/domain/error.ts";
import { databaseOfRunCode, readCode } from "#workers/domain/links/codes.ts";
import { openCode } from "#workers/domain/links/open.ts";
import { openRunLink } from "#workers/domain/links/run-links.ts";
import { clockOf } from "#workers/domain/messaging/objects.ts";
import { mailedTo, unsubscribe } from "#workers/domain/links/unsubscribe.ts";
import { findWherever } from "#workers/domain/moving/where.ts";
import type { AppContext, AppEnv } from "../context.ts";
import { limitOpenings } from "../limit-openings.ts";
import { orKept } from "../or-kept.ts";
import { plainPage } from "../plain-page.ts";

export function linkRoutes(app: Hono<AppEnv>): void {
  for (const path of [LINK_PATH, UNSUBSCRIBE_PATH]) app.use(`${path}:code`, limitOpenings);
  app.get(LINK_PATH + LINK_HERE, (c) => c.text(linkOrigin(c.env), 200, { "cache-control": "no-store" }));
  app.get(`${LINK_PATH}:code`, async (c) => {
    const now = Date.now();
    const ofRun = databaseOfRunCode(c.req.param("code"));
    if (ofRun) return openOfRun(c, ofRun, now);
    const code = c.req.param("code");
    const named = readCode(code);
    const opened =
      named &&
      (await findWherever(directory(c.env), named, async ({ database, n }) => {
        const found = await openCode(tenantDatabase(c.env, database), { ...named, n }, now);
        return found && { ...found, n };
      }));
    if (!opened) return plainPage(c, 404, texts.gone);
    const { n, enterpriseId } = opened;
    // Somebody who follows it waits for one read alone.
    if (opened.isCounted && isOpenedByPerson(c.req.raw.method, c.req.raw.headers))
      c.executionCtx.waitUntil(
        orKept(c, enterpriseId, { kind: "click", code, n, at: now }, () => opened.note()),
      );
    return leadTo(c, opened.url);
  });

  // Scanners open every address of a mail: only a press says anything.
  app.get(`${UNSUBSCRIBE_PATH}:code`, async (c) => {
    const found = await mailOf(c, c.req.param("code"));
    return found ? plainPage(c, 200, texts.unsubscribe) : plainPage(c, 404, texts.gone);
  });
  // Mail programs press it without a session or a page (RFC 8058): the code alone says who.
  app.post(`${UNSUBSCRIBE_PATH}:code`, async (c) => {
    const found = await mailOf(c, c.req.param("code"));
    if (!found) return plainPage(c, 404, texts.gone);
    const { mailed, n, db } = found;
    const call = { kind: "unsubscribe" as const, code: c.req.param("code"), n, at: Date.now() };
    await orKept(c, mailed.enterpriseId, call, () => unsubscribe(db, mailed, c.env.FILES, call.at));
    return plainPage(c, 200, texts.unsubscribed);
  });
}

function leadTo(c: AppContext, url: string): Response {
  c.header("cache-control", "no-store");
  c.header("x-robots-tag", "noindex");
  return c.redirect(url, 302);
}

/** A link in what a journey said: its run goes on at once. */
async function openOfRun(c: AppContext, made: TenantDatabase, now: number): Promise<Response> {
  const code = c.req.param("code") ?? "";
  const opened = await findWherever(directory(c.env), { database: made }, async ({ database }) => {
    const found = await openRunLink(tenantDatabase(c.env, database), code, now);
    return found && { ...found, database };
  });
  if (!opened) return plainPage(c, 404, texts.gone);
  const { enterpriseId, database } = opened;
  if (isOpenedByPerson(c.req.raw.method, c.req.raw.headers)) {
    const told = orKept(c, enterpriseId, { kind: "runClick", code, at: now }, () => opened.note()).then(() =>
      clockOf(c.env, database).arm(database, Date.now()),
    );
    const line = { level: "warn", source: "links", requestId: c.get("requestId") };
    // The sweeper arms a clock that can't be reached; a click that isn't noted is one that nobody has made.
    c.executionCtx.waitUntil(
      told.catch((error: unknown) => console.log(JSON.stringify({ ...line, failure: describe(error) }))),
    );
  }
  return leadTo(c, opened.url);
}

async function mailOf(c: AppContext, code: string) {
  const named = readCode(code);
  if (!named) return undefined;
  return findWherever(directory(c.env), named, async ({ database, n }) => {
    const db = tenantDatabase(c.env, database);
    const mailed = await mailedTo(db, { ...named, n });
    return mailed && { db, mailed, n };
  });
}
