import { useMemo, useState } from "react";
import type { Entity } from "#workers/contract/endpoints/entities.ts";
import { keptDraft } from "#app/drafts/storage.ts";
import { useKeptDraft } from "#app/drafts/kept-draft.ts";
import { digestOf, draftOf, type EntityDraft, rekeyed } from "./entity-draft.ts";

interface Kept {
  draft: EntityDraft;
  revision: number | undefined;
}

export interface EntityDraftControl {
  draft: EntityDraft;
  edited: boolean;
  /** True when a draft left behind by a reload or an expired session was restored. */
  restored: boolean;
  /** The revision that editing began from; undefined for a new entity. */
  revision: number | undefined;
  change: (next: (now: EntityDraft) => EntityDraft) => void;
  /** Resets the draft to the stored entity, or to the version another person has just saved. */
  load: (entity: Entity | undefined) => void;
  /** Drops the kept draft, once saved or abandoned on purpose. */
  forget: () => void;
}

/** The draft of one custom entity, kept in the tab's session storage until it is saved or discarded. */
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
  // The entity was reloaded: unless it has unsaved edits, show the stored version.
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
