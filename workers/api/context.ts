import type { Context } from "hono";
import type { Session } from "#workers/domain/identity/session.ts";

/** What every request carries through the Worker. */
export interface Carried {
  requestId: string;
  /** Where the request came from; "local" where no edge has said it. */
  address: string;
  session: Session | null;
  /** Why the request failed, for the log only. */
  failure: string | undefined;
}

export interface AppEnv {
  Bindings: ApiEnv;
  Variables: Carried;
}
export type AppContext = Context<AppEnv>;
