import { useEffect, useRef } from "react";
import { useEvent } from "#app/realtime/use-event.ts";
import { useAgain } from "./use-again.ts";

/** Without an event, as behind a network that lets no socket through, it is asked this often. */
const SELDOM_MS = 20_000;
const EACH_MS = 2_000;

/** Asks anew when broadcasts have got on while something of them goes on, every two seconds at the most. */
export function useProgress(goesOn: (now: number) => boolean, ...reloads: (() => void)[]): void {
  const latest = useRef({ goesOn, reloads });
  useEffect(() => {
    latest.current = { goesOn, reloads };
  });
  const asked = useRef({ at: 0, timer: undefined as ReturnType<typeof setTimeout> | undefined });
  useEffect(() => () => clearTimeout(asked.current.timer), []);
  const ask = () => {
    asked.current = { at: Date.now(), timer: undefined };
    for (const reload of latest.current.reloads) reload();
  };
  const heard = () => {
    const { at, timer } = asked.current;
    if (timer !== undefined) return;
    asked.current.timer = setTimeout(
      () => {
        asked.current.timer = undefined;
        if (document.visibilityState === "visible" && latest.current.goesOn(Date.now())) ask();
      },
      Math.max(0, at + EACH_MS - Date.now()),
    );
  };
  useEvent("broadcastsChanged", heard, heard);
  useAgain((now) => now - asked.current.at > SELDOM_MS && latest.current.goesOn(now), ask);
}
