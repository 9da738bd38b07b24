import { useMemo, useState } from "react";
import type { Intent } from "#workers/contract/endpoints/intents.ts";
import { digestOf, type Draft, draftOf } from "./draft.ts";
import { keptDraft } from "#app/draft-storage.ts";
import { useKeptDraft } from "#app/kept-draft.ts";

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
  const [baseline, setBaseline] = useState(() => draftOf(intent));
  const [left] = useState(() => readDraft(place));
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
  // Rows get new keys: those of an earlier page could meet ours.
  const at = phrases.findIndex((phrase) => phrase.key === editing);
  return {
    ...rest,
    editing: at < 0 ? null : -1 - at,
    phrases: phrases.map(({ text, refs }, index) => ({ key: -1 - index, text, refs })),
  };
}
