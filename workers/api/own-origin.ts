import type { AppContext } from "./context.ts";

/** Whether an origin is the console's own. */
export const isOwnOrigin = (c: AppContext, origin: string): boolean =>
  [c.env.PUBLIC_URL, c.req.url].some((own) => new URL(own).origin === origin);
