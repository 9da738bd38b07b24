import { useEffect, useMemo, useRef, useState } from "react";
import type { Intent } from "#workers/contract/endpoints/intents.ts";
import { digestOf, type Draft, draftOf } from "./draft.ts";
import { useUnsaved } from "./unsaved.ts";

const KEEP_MS = 300;

export interface DraftControl {
  draft: Draft;
  edited: boolean;
  /** What a reload or a crash left behind was taken up again. */
  restored: boolean;
  change: (change: Partial<Draft> | ((draft: Draft) => Partial<Draft>)) => void;
  discard: () => void;
  /** Takes up a draft that was discarded a moment ago. */
  resume: (draft: Draft) => void;
  /** The server has it: this is what "unedited" means from now on. */
  saved: (intent: Intent) => void;
}

/**
 * The draft of one intent. It is kept in the tab's session storage while it differs from what is stored, so that a
 * reload, a crash or a session that ended takes nothing of it.
 */
export function useDraft(place: string, intent: Intent | undefined): DraftControl {
  const unsaved = useUnsaved();
  const storageKey = `draft:${place}`;
  const [baseline, setBaseline] = useState(() => draftOf(intent));
  const [left] = useState(() => readDraft(storageKey));
  const [draft, setDraft] = useState(left ?? baseline);
  const [restored, setRestored] = useState(left !== undefined);
  const [source, setSource] = useState(intent);
  const stored = useMemo(() => digestOf(baseline), [baseline]);
  const edited = useMemo(() => digestOf(draft) !== stored, [draft, stored]);
  // Loaded anew while nothing was edited: show what is stored now.
  if (source !== intent) {
    setSource(intent);
    setBaseline(draftOf(intent));
    if (!edited) setDraft(draftOf(intent));
  }

  const keep = useRef(() => {});
  useEffect(() => {
    keep.current = () => keepDraft(storageKey, edited ? draft : undefined);
    unsaved.mark(edited);
    // Two thousand phrases need not be written at every key.
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

  const settle = (next: Draft) => {
    unsaved.mark(false);
    keep.current = () => keepDraft(storageKey, undefined);
    keep.current();
    setBaseline(next);
    setDraft(next);
    setRestored(false);
  };
  return {
    draft,
    edited,
    restored: restored && edited,
    change: (change) =>
      setDraft((now) => ({ ...now, ...(typeof change === "function" ? change(now) : change) })),
    discard: () => settle(baseline),
    resume: setDraft,
    saved: (intent_) => settle(draftOf(intent_)),
  };
}

function keepDraft(key: string, draft: Draft | undefined): void {
  try {
    if (draft) sessionStorage.setItem(key, JSON.stringify(draft));
    else sessionStorage.removeItem(key);
  } catch {
    // The storage is full or forbidden: the draft lives in memory, and leaving still asks.
  }
}

function readDraft(key: string): Draft | undefined {
  try {
    const kept = sessionStorage.getItem(key);
    if (!kept) return undefined;
    const { phrases, editing, ...rest } = JSON.parse(kept) as Draft;
    // Rows get new keys: those of an earlier page could meet ours.
    const at = phrases.findIndex((phrase) => phrase.key === editing);
    return {
      ...rest,
      editing: at < 0 ? null : -1 - at,
      phrases: phrases.map(({ text, refs }, index) => ({ key: -1 - index, text, refs })),
    };
  } catch {
    return undefined;
  }
}
