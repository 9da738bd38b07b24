import { type DraftControl, useDraft } from "#app/kit/use-draft.ts";
import type { Entity } from "#workers/contract/endpoints/entities.ts";
import { digestOf, draftOf, type EntityDraft, rekeyed } from "./entity-draft.ts";

export type EntityDraftControl = DraftControl<Entity, EntityDraft>;

/** The draft of one custom entity. */
export const useEntityDraft = (agentId: string, entity: Entity | undefined): EntityDraftControl =>
  useDraft({
    name: `entity:${agentId}:${entity?.id ?? "new"}`,
    stored: entity,
    draftOf,
    digestOf,
    restore: (kept) => (Array.isArray(kept.rows) ? rekeyed(kept) : undefined),
  });
