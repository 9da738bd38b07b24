import { useEffect, useState } from "react";
import type { Intent } from "#workers/contract/endpoints/intents.ts";
import { type Draft, draftOf, sameDraft } from "./draft.ts";
import { useUnsaved } from "./unsaved.ts";

export interface DraftControl {
  draft: Draft;
  edited: boolean;
  /** What a reload or a crash left behind was taken up again. */
  restored: boolean;
  change: (change: Partial<Draft> | ((draft: Draft) => Partial<Draft>)) => void;
  discard: () => void;
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
  const edited = !sameDraft(draft, baseline);
  // Loaded anew while nothing was edited: show what is stored now.
  if (source !== intent) {
    setSource(intent);
    setBaseline(draftOf(intent));
    if (!edited) setDraft(draftOf(intent));
  }

  useEffect(() => {
    unsaved.mark(edited);
    if (edited) sessionStorage.setItem(storageKey, JSON.stringify(draft));
    else sessionStorage.removeItem(storageKey);
  }, [draft, edited, storageKey, unsaved]);
  useEffect(() => () => unsaved.mark(false), [unsaved]);

  const settle = (next: Draft) => {
    unsaved.mark(false);
    sessionStorage.removeItem(storageKey);
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
    saved: (intent_) => settle(draftOf(intent_)),
  };
}

function readDraft(key: string): Draft | undefined {
  try {
    const kept = sessionStorage.getItem(key);
    if (!kept) return undefined;
    const { phrases, ...rest } = JSON.parse(kept) as Draft;
    // Rows get new keys: those of an earlier page could meet ours.
    return { ...rest, phrases: phrases.map(({ text, refs }, at) => ({ key: -1 - at, text, refs })) };
  } catch {
    return undefined;
  }
}
