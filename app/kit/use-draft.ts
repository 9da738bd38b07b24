import { useMemo, useState } from "react";
import { useKeptDraft } from "#app/drafts/kept-draft.ts";
import { keptDraft } from "#app/drafts/storage.ts";

interface Options<Stored, Draft> {
  /** Names the thing in the tab's storage, for example `customer:${id}`. */
  name: string;
  /** As loaded; undefined for a new one. */
  stored: Stored | undefined;
  draftOf: (stored: Stored | undefined) => Draft;
  /** Equal for drafts that need no saving; keys of rows and the like are left out. */
  digestOf?: (draft: Draft) => unknown;
  /** Fits a draft that an earlier page kept to the form of today; undefined if it does not. */
  restore?: (kept: Draft) => Draft | undefined;
}

export interface DraftControl<Stored, Draft> {
  draft: Draft;
  /** The stored version, to compare the draft with. */
  baseline: Draft;
  edited: boolean;
  /** True when a draft left behind by a reload or an expired session was restored. */
  restored: boolean;
  /** The revision that editing began from; undefined for a new one. */
  revision: number | undefined;
  change: (change: Partial<Draft> | ((now: Draft) => Partial<Draft>)) => void;
  /** Shows the stored version, or the one that somebody else has just saved. */
  load: (stored: Stored | undefined) => void;
  /** Takes what was saved as the stored version; what was typed since the save was sent stays. */
  saved: (stored: Stored) => void;
  /** Returns to the version that is stored; `resume` with the draft undoes that. */
  discard: () => void;
  resume: (draft: Draft) => void;
  /** Deletes the kept draft at once: call it before leaving on purpose. */
  forget: () => void;
}

/** An edited copy of something stored, kept in the tab until it is saved or discarded. Needs an UnsavedProvider. */
export function useDraft<Stored extends object, Draft extends object>({
  name,
  stored,
  draftOf,
  digestOf = JSON.stringify,
  restore = (kept) => kept,
}: Options<Stored, Draft>): DraftControl<Stored, Draft> {
  const [left] = useState(() => readKept(name, restore));
  const [source, setSource] = useState(stored);
  const [base, setBase] = useState(stored);
  const [baseline, setBaseline] = useState(() => draftOf(stored));
  const [draft, setDraft] = useState(left?.draft ?? baseline);
  const [revision, setRevision] = useState(left ? left.revision : revisionOf(stored));
  const [restored, setRestored] = useState(left !== undefined);
  const edited = useMemo(() => digestOf(draft) !== digestOf(baseline), [digestOf, draft, baseline]);
  const kept = useMemo<Kept<Draft>>(() => ({ draft, revision }), [draft, revision]);
  const forget = useKeptDraft(name, edited, kept);

  const settle = (now: Stored | undefined, next = draftOf(now)) => {
    setBase(now);
    setBaseline(next);
    setRevision(revisionOf(now));
    setRestored(false);
    return next;
  };
  const show = (now: Stored | undefined) => setDraft(settle(now));
  // Loaded anew: unless there are unsaved edits, show the stored version.
  if (source !== stored) {
    setSource(stored);
    if (!edited) show(stored);
  }

  return {
    draft,
    baseline,
    edited,
    restored: restored && edited,
    revision,
    change: (change) =>
      setDraft((now) => ({ ...now, ...(typeof change === "function" ? change(now) : change) })),
    load: (now) => {
      forget();
      show(now);
    },
    saved: (now) => {
      forget();
      const next = settle(now);
      setDraft((current) => (current === draft ? next : current));
    },
    discard: () => {
      forget();
      show(base);
    },
    resume: setDraft,
    forget,
  };
}

const revisionOf = (stored: { revision?: number } | undefined): number | undefined => stored?.revision;

interface Kept<Draft> {
  draft: Draft;
  revision: number | undefined;
}

function readKept<Draft>(name: string, restore: (kept: Draft) => Draft | undefined): Kept<Draft> | undefined {
  const kept = keptDraft<Kept<Draft>>(name);
  const draft = kept?.draft && restore(kept.draft);
  return kept && draft && { ...kept, draft };
}
