import { useMemo, useState } from "react";
import type { Entity } from "#workers/contract/endpoints/entities.ts";
import { keptDraft } from "#app/draft-storage.ts";
import { useKeptDraft } from "#app/kept-draft.ts";
import { digestOf, draftOf, type EntityDraft, rekeyed } from "./entity-draft.ts";

interface Kept {
  draft: EntityDraft;
  revision: number | undefined;
}

export interface EntityDraftControl {
  draft: EntityDraft;
  edited: boolean;
  /** What a reload or a session's end left behind was taken up again. */
  restored: boolean;
  /** The revision that the editing began from; none for a new entity. */
  revision: number | undefined;
  change: (next: (now: EntityDraft) => EntityDraft) => void;
  /** Back to what is stored, here or as somebody else has just stored it. */
  load: (entity: Entity | undefined) => void;
  /** Nothing of this is to be kept: it was saved, or is left on purpose. */
  forget: () => void;
}

/** The draft of one custom entity, kept in the tab until it is saved or discarded. */
export function useEntityDraft(agentId: string, entity: Entity | undefined): EntityDraftControl {
  const place = `entity:${agentId}:${entity?.id ?? "new"}`;
  const [left] = useState(() => readKept(place));
  const [source, setSource] = useState(entity);
  const [baseline, setBaseline] = useState(() => draftOf(entity));
  const [draft, setDraft] = useState(left?.draft ?? baseline);
  const [revision, setRevision] = useState(left ? left.revision : entity?.revision);
  const [restored, setRestored] = useState(left !== undefined);
  const edited = useMemo(() => digestOf(draft) !== digestOf(baseline), [draft, baseline]);
  const kept = useMemo<Kept>(() => ({ draft, revision }), [draft, revision]);
  const forget = useKeptDraft(place, edited, kept);

  const show = (stored: Entity | undefined) => {
    const next = draftOf(stored);
    setBaseline(next);
    setDraft(next);
    setRevision(stored?.revision);
    setRestored(false);
  };
  // Loaded anew while nothing was edited: show what is stored now.
  if (source !== entity) {
    setSource(entity);
    if (!edited) show(entity);
  }

  return {
    draft,
    edited,
    restored: restored && edited,
    revision,
    change: setDraft,
    load: (stored) => {
      forget();
      show(stored);
    },
    forget,
  };
}

function readKept(place: string): Kept | undefined {
  const kept = keptDraft<Kept>(place);
  return Array.isArray(kept?.draft?.rows) ? { ...kept, draft: rekeyed(kept.draft) } : undefined;
}
