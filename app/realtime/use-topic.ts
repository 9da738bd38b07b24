import { useEffect, useRef, useSyncExternalStore } from "react";
import { WATCHED_MS } from "#workers/contract/socket.ts";
import { listen, say, socketIdStore } from "./socket.ts";

/** A session is believed for five seconds: asked before, the server would still go by the rights that were. */
const AFTER_RIGHTS_MS = 6_000;

/**
 * Lets this tab's socket hear of a topic for as long as it is shown: asks again in time, and by each socket that takes the last
 * one's place. Answers the socket's id, undefined while there is none. No name: nothing is watched.
 */
export function useTopic(
  name: string | undefined,
  ask: (socketId: string) => Promise<unknown>,
): string | undefined {
  const socketId = useSyncExternalStore(socketIdStore.subscribe, socketIdStore.get, () => undefined);
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    if (socketId === undefined || name === undefined) return undefined;
    // Whether or not it arrives: the screen works without it, and it is asked again.
    const watch = () => void latest.current(socketId).catch(() => undefined);
    watch();
    const again = setInterval(watch, WATCHED_MS / 2);
    let soon: ReturnType<typeof setTimeout> | undefined;
    // The hub closes the topics of who has lost a right; it may have been another one.
    const leave = listen("rightsChanged", () => {
      clearTimeout(soon);
      soon = setTimeout(watch, AFTER_RIGHTS_MS);
    });
    return () => {
      clearInterval(again);
      clearTimeout(soon);
      leave();
      say({ action: "stopWatching" });
    };
  }, [name, socketId]);
  return socketId;
}
