import type { Hono } from "hono";
import { linksTexts as texts } from "#texts/links.ts";
import { type TenantDatabase, tenantDatabase } from "#db/client.ts";
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
import type { AppContext, AppEnv } from "../context.ts";
import { limitOpenings } from "../limit-openings.ts";
import { plainPage } from "../plain-page.ts";

export function linkRoutes(app: Hono<AppEnv>): void {
  for (const path of [LINK_PATH, UNSUBSCRIBE_PATH]) app.use(`${path}:code`, limitOpenings);
  app.get(LINK_PATH + LINK_HERE, (c) => c.text(linkOrigin(c.env), 200, { "cache-control": "no-store" }));
  app.get(`${LINK_PATH}:code`, async (c) => {
    const now = Date.now();
    const ofRun = databaseOfRunCode(c.req.param("code"));
    if (ofRun) return openOfRun(c, ofRun, now);
    const named = readCode(c.req.param("code"));
    const opened = named && (await openCode(tenantDatabase(c.env, named.database), named, now));
    if (!opened) return plainPage(c, 404, texts.gone);
    // Somebody who follows it waits for one read alone.
    if (opened.isCounted && isOpenedByPerson(c.req.raw.method, c.req.raw.headers))
      c.executionCtx.waitUntil(opened.note());
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
    await unsubscribe(found.db, found.mailed, c.env.FILES, Date.now());
    return plainPage(c, 200, texts.unsubscribed);
  });
}

function leadTo(c: AppContext, url: string): Response {
  c.header("cache-control", "no-store");
  c.header("x-robots-tag", "noindex");
  return c.redirect(url, 302);
}

/** A link in what a journey said: its run goes on at once. */
async function openOfRun(c: AppContext, database: TenantDatabase, now: number): Promise<Response> {
  const opened = await openRunLink(tenantDatabase(c.env, database), c.req.param("code") ?? "", now);
  if (!opened) return plainPage(c, 404, texts.gone);
  if (isOpenedByPerson(c.req.raw.method, c.req.raw.headers)) {
    const told = opened.note().then(() => clockOf(c.env, database).arm(database, Date.now()));
    // The sweeper arms a clock that can't be reached; a click that isn't noted is one that nobody has made.
    c.executionCtx.waitUntil(
      told.catch((error: unknown) =>
        console.log(JSON.stringify({ level: "warn", source: "links", failure: describe(error) })),
      ),
    );
  }
  return leadTo(c, opened.url);
}

async function mailOf(c: AppContext, code: string) {
  const named = readCode(code);
  if (!named) return undefined;
  const db = tenantDatabase(c.env, named.database);
  const mailed = await mailedTo(db, named);
  return mailed && { db, mailed };
}
