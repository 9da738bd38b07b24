import { directory } from "#db/client.ts";
import { endExpiredSessions } from "#workers/domain/identity/login-sessions.ts";

/** Runs every minute: nobody writes when a session expires, so this ends it, and with it its sockets. */
export const endExpired = (env: JobsEnv): Promise<void> => endExpiredSessions(directory(env), Date.now());
