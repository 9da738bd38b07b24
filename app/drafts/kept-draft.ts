import { useEffect, useRef } from "react";
import { keepDraft } from "#app/drafts/storage.ts";
import { useUnsaved } from "#app/drafts/unsaved.ts";

const KEEP_MS = 300;

/**
 * Saves unsaved edits in sessionStorage, so that a reload, a crash or an expired session does not lose them; the
 * screen's guard is told as well. Returns a function that deletes the draft at once: call it before leaving on purpose.
 */
export function useKeptDraft(name: string, edited: boolean, draft: unknown): () => void {
  const unsaved = useUnsaved();
  const forget = useKept(name, edited, draft);
  useEffect(() => unsaved.mark(edited), [edited, draft, unsaved]);
  useEffect(() => () => unsaved.mark(false), [unsaved]);
  return () => {
    unsaved.mark(false);
    forget();
  };
}

/** The same without a guard, for screens that have one of their own. */
export function useKept(
  name: string,
  edited: boolean,
  draft: unknown,
  save: (name: string, draft: unknown) => void = keepDraft,
): () => void {
  const keep = useRef(() => {});
  useEffect(() => {
    keep.current = () => save(name, edited ? draft : undefined);
    // Long text is not saved at every keystroke.
    const timer = setTimeout(() => keep.current(), KEEP_MS);
    return () => clearTimeout(timer);
  }, [draft, edited, name, save]);
  useEffect(() => {
    const atOnce = () => keep.current();
    addEventListener("pagehide", atOnce);
    return () => {
      removeEventListener("pagehide", atOnce);
      atOnce();
    };
  }, []);
  return () => {
    keep.current = () => save(name, undefined);
    keep.current();
  };
}
