import { useEffect, useRef } from "react";
import { type ShouldRevalidateFunctionArgs, useRevalidator } from "react-router";
import { ApiError, call, whenMoving } from "#app/data/api.ts";
import { watchIntent } from "#app/data/prefetch-screens.ts";
import { withPush } from "#app/lib/with-push.ts";
import { watchNetwork } from "#app/lib/offline.ts";
import { loadKeysOf } from "#app/lib/own-keys.ts";
import { startSocket } from "#app/realtime/socket.ts";
import { forgetSession, loadSession, type Session, watchSession } from "#app/session/session.ts";
import { socketTicket } from "#workers/contract/endpoints/account.ts";
import { useLiveRights } from "./use-live-rights.ts";

/** The session of a shell, and when it was asked for. */
export interface ShellData {
  session: Session;
  askedAt: number;
}

/** Loads the session; loaders of the screen below run at the same time. */
export async function loadShell(): Promise<ShellData> {
  const askedAt = Date.now();
  try {
    const session = await loadSession();
    loadKeysOf(session.profile.uId);
    return { session, askedAt };
  } catch (error) {
    // The session module is already redirecting to the sign-in page; an error page would only flash.
    if (error instanceof ApiError && error.status === 403) return new Promise<never>(() => {});
    throw error;
  }
}

/** Navigation does not change the profile. */
export function isNewShell({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return (
    currentUrl.pathname === nextUrl.pathname &&
    currentUrl.search === nextUrl.search &&
    defaultShouldRevalidate
  );
}

/** Runs the socket for as long as somebody is signed in, and heeds what ends or changes their session. */
export function useShell({ session, askedAt }: ShellData): void {
  useEffect(watchSession, []);
  useEffect(watchNetwork, []);
  useEffect(watchIntent, []);
  const { revalidate } = useRevalidator();
  // A refusal says that it moves before anybody has asked how it is.
  useEffect(
    () =>
      whenMoving(() => {
        forgetSession();
        void revalidate();
      }),
    [revalidate],
  );
  const since = useRef(askedAt);
  useEffect(() => startSocket(async () => (await call(socketTicket)).ticket, since.current), []);
  // Nothing of the screen waits for it, and whoever never asked for push has nothing to keep.
  useEffect(() => void withPush(({ keepMine }) => keepMine()).catch(() => undefined), []);
  useLiveRights(session.profile);
}
