import { useEffect, useRef, useState } from "react";
import type { ChatEntry } from "#workers/contract/endpoints/chats.ts";

/** So long a list keeps still after the pointer has moved over it. */
const STILL_MS = 1_000;

interface Steady {
  steady: readonly ChatEntry[];
  /** For the list's element. */
  handlers: { onPointerMove: () => void; onPointerDown: () => void };
}

/**
 * Chats in an order that keeps still while the pointer presses or moves over them, so that a message in between does
 * not put another chat under it. Their contents stay live.
 */
export function useSteady(chats: readonly ChatEntry[]): Steady {
  const [held, setHeld] = useState<readonly ChatEntry[]>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pressed = useRef(false);
  const keep = () => {
    setHeld((now) => now ?? chats);
    clearTimeout(timer.current);
    if (!pressed.current) timer.current = setTimeout(() => setHeld(undefined), STILL_MS);
  };
  useEffect(() => {
    const release = () => {
      if (!pressed.current) return;
      pressed.current = false;
      timer.current = setTimeout(() => setHeld(undefined), STILL_MS);
    };
    const ends = ["pointerup", "pointercancel", "blur"] as const;
    for (const end of ends) addEventListener(end, release);
    return () => {
      clearTimeout(timer.current);
      for (const end of ends) removeEventListener(end, release);
    };
  }, []);
  const onPointerDown = () => {
    pressed.current = true;
    keep();
  };
  const live = new Map(chats.map((chat) => [chat.chatId, chat]));
  return {
    steady: held ? held.map((chat) => live.get(chat.chatId) ?? chat) : chats,
    handlers: { onPointerMove: keep, onPointerDown },
  };
}
