import { createMiddleware } from "hono/factory";
import { linksTexts as texts } from "#texts/links.ts";
import { isOpenedByPerson } from "#workers/contract/short-links.ts";
import type { AppEnv } from "./context.ts";
import { minuteLimit } from "./minute-limit.ts";
import { plainPage } from "./plain-page.ts";

/** How often links of messages are opened in a minute: one of them, from one network address, and for previews. */
export const OPENINGS = { code: 60, address: 1_200, previews: 12_000 } as const;

const ALL = 100_000;
const codes = minuteLimit({ one: OPENINGS.code, all: ALL });
/** A phone network has few addresses for millions of people. */
const addresses = minuteLimit({ one: OPENINGS.address, all: ALL });
/** A messenger fetches those of a whole broadcast from a few addresses, and takes nothing from who presses. */
const previews = minuteLimit({ one: OPENINGS.previews, all: ALL });

/**
 * Refuses whoever opens links too often, before the database is asked, with a page that says when to come back. Without an
 * edge that tells addresses apart, everybody would share one: then a link's own limit holds alone.
 */
export const limitOpenings = createMiddleware<AppEnv>(async (c, next) => {
  const address = c.get("address");
  const ofAddress = (limit: typeof addresses) => (address === "local" ? 0 : limit(address));
  const isPressed = c.req.method === "POST" || isOpenedByPerson(c.req.method, c.req.raw.headers);
  const wait = isPressed ? codes(c.req.path) || ofAddress(addresses) : ofAddress(previews);
  if (wait === 0) return next();
  c.header("retry-after", String(wait));
  return plainPage(c, 429, texts.tooOften);
});
