import { useMemo, useState } from "react";
import type { Intent } from "#workers/contract/endpoints/intents.ts";
import { digestOf, type Draft, draftOf } from "./intent-draft.ts";
import { keptDraft } from "#app/drafts/storage.ts";
import { useKeptDraft } from "#app/drafts/kept-draft.ts";

export interface DraftControl {
  draft: Draft;
  edited: boolean;
  /** True when a draft left behind by a reload or a crash was restored. */
  restored: boolean;
  change: (change: Partial<Draft> | ((draft: Draft) => Partial<Draft>)) => void;
  discard: () => void;
  /** Restores a draft that has just been discarded. */
  resume: (draft: Draft) => void;
  /** Makes the saved intent the new baseline for `edited`. */
  saved: (intent: Intent) => void;
}

/**
 * The draft of one intent. It is kept in the tab's session storage while it differs from the stored intent, so that a
 * reload, a crash or an expired session loses nothing.
 */
export function useDraft(place: string, intent: Intent | undefined): DraftControl {
  const [baseline, setBaseline] = useState(() => draftOf(intent));
  const [left] = useState(() => readDraft(place));
  const [draft, setDraft] = useState(left ?? baseline);
  const [restored, setRestored] = useState(left !== undefined);
  const [source, setSource] = useState(intent);
  const stored = useMemo(() => digestOf(baseline), [baseline]);
  const edited = useMemo(() => digestOf(draft) !== stored, [draft, stored]);
  // The intent was reloaded: unless it has unsaved edits, show the stored version.
  if (source !== intent) {
    setSource(intent);
    setBaseline(draftOf(intent));
    if (!edited) setDraft(draftOf(intent));
  }

  const forget = useKeptDraft(place, edited, draft);
  const settle = (next: Draft) => {
    forget();
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

function readDraft(place: string): Draft | undefined {
  const kept = keptDraft<Draft>(place);
  if (!Array.isArray(kept?.phrases)) return undefined;
  const { phrases, editing, ...rest } = kept;
  // Rows get new keys, as keys from an earlier page load could collide with new ones.
  const at = phrases.findIndex((phrase) => phrase.key === editing);
  return {
    ...rest,
    editing: at < 0 ? null : -1 - at,
    phrases: phrases.map(({ text, refs }, index) => ({ key: -1 - index, text, refs })),
  };
}
