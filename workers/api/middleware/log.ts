import { createMiddleware } from "hono/factory";
import { routePath } from "hono/route";
import { uuidv7 } from "uuidv7";
import { newTally, tallying } from "#db/tally.ts";
import { nothingLeft } from "#workers/domain/ctx.ts";
import type { AppEnv } from "../context.ts";

/**
 * Gives every request an id, which is in its response and its one log line. The line names the route's pattern, never
 * the address or the body: those can hold private data.
 */
export const logged = createMiddleware<AppEnv>(async (c, next) => {
  const started = Date.now();
  c.set("requestId", uuidv7());
  const header: string = c.env.ADDRESS_HEADER;
  c.set("address", (header && c.req.header(header)) || "local");
  c.set("session", null);
  c.set("after", nothingLeft());
  c.set("claimed", null);
  const tally = newTally();
  await tallying(tally, next);
  c.header("x-request-id", c.get("requestId"));
  const session = c.get("session");
  const line = {
    time: new Date().toISOString(),
    level: c.res.status >= 500 ? "error" : "info",
    requestId: c.get("requestId"),
    method: c.req.method,
    route: c.get("route") ?? routePath(c, -1),
    status: c.res.status,
    ms: Date.now() - started,
    database: tally,
    enterprise: session?.enterprise.id,
    user: session?.user.id,
    failure: c.get("failure"),
  };
  console.log(JSON.stringify(line));
});
