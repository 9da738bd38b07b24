import type { Context } from "hono";
import type { AfterCommit } from "#workers/domain/ctx.ts";
import type { Claims, Session } from "#workers/domain/identity/session.ts";

/** Variables that every request carries through the Worker. */
export interface Carried {
  requestId: string;
  /** The client's address; "local" if no edge has supplied one. */
  address: string;
  session: Session | null;
  /** Work that the request's rules have left to do once their changes are committed. */
  after: AfterCommit;
  /** While the session is being asked for: where the token says that it belongs, and when it is known. */
  claimed: (Claims & { admitted: Promise<unknown> }) | null;
  /** The pattern of the call that was made; where two fit an address, the last one is not always it. */
  route: string | undefined;
  /** Reason of the request's failure, for the log only. */
  failure: string | undefined;
}

export interface AppEnv {
  Bindings: ApiEnv;
  Variables: Carried;
}
export type AppContext = Context<AppEnv>;
