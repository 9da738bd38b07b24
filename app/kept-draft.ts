import { useEffect, useRef } from "react";
import { useUnsaved } from "#app/unsaved.ts";

const KEEP_MS = 300;

/**
 * Keeps what is being edited in the tab's session storage while it differs from what is stored, so that a reload, a
 * crash or a session that ended takes nothing of it; the guard of the screen is told as well.
 * Answers what forgets it at once: call that before leaving on purpose.
 */
export function useKeptDraft(storageKey: string, edited: boolean, draft: unknown): () => void {
  const unsaved = useUnsaved();
  const keep = useRef(() => {});
  useEffect(() => {
    keep.current = () => keepDraft(storageKey, edited ? draft : undefined);
    unsaved.mark(edited);
    // What is long need not be written at every key.
    const timer = setTimeout(() => keep.current(), KEEP_MS);
    return () => clearTimeout(timer);
  }, [draft, edited, storageKey, unsaved]);
  useEffect(() => {
    const atOnce = () => keep.current();
    addEventListener("pagehide", atOnce);
    return () => {
      removeEventListener("pagehide", atOnce);
      atOnce();
      unsaved.mark(false);
    };
  }, [unsaved]);
  return () => {
    unsaved.mark(false);
    keep.current = () => keepDraft(storageKey, undefined);
    keep.current();
  };
}

function keepDraft(key: string, draft: unknown): void {
  try {
    if (draft === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // The storage is full or forbidden: the draft lives in memory, and leaving still asks.
  }
}

/** What was kept, as the caller once gave it; undefined where there is nothing or nothing that can be read. */
export function keptDraft<Draft>(key: string): Draft | undefined {
  try {
    const kept = sessionStorage.getItem(key);
    return kept ? (JSON.parse(kept) as Draft) : undefined;
  } catch {
    return undefined;
  }
}
