import type { Session } from "./session.ts";

/** A session is believed for this long in one isolate before it is read again. */
export const BELIEVED_MS = 5_000;
const MOST = 2_000;

const believed = new Map<string, { session: Session; until: number }>();

/** The session of a token that was read here a moment ago; what it says may be that much out of date. */
export function believedSession(token: string, now = Date.now()): Session | null {
  const found = believed.get(token);
  if (found && found.until > now && found.session.expiresAt > now) return found.session;
  believed.delete(token);
  return null;
}

/** `readAt` is the time before it was read: what changed while it was being read is not believed any longer. */
export function believe(token: string, session: Session, readAt: number): void {
  if (believed.size >= MOST) believed.delete(believed.keys().next().value ?? "");
  believed.delete(token);
  // "Last seen" is noted once for all the calls that believe it.
  believed.set(token, { session: { ...session, unseen: false }, until: readAt + BELIEVED_MS });
}

/** After sessions, people or their rights have changed here. */
export const forgetBelieved = (): void => believed.clear();
