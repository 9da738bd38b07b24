import { useState } from "react";
import { call, request } from "#app/data/api.ts";
import { invalidate, patch, put } from "#app/data/query.ts";
import { orTheirs } from "#app/kit/or-theirs.ts";
import { useSend } from "#app/kit/use-send.ts";
import { useToast } from "#app/components/ui/toast.tsx";
import { getEntity, listEntities, saveEntity, type Entity } from "#workers/contract/endpoints/entities.ts";
import { bodyOf, placed } from "./entity-draft.ts";
import type { EntityDraftControl } from "./use-entity-draft.ts";

export interface SavingEntity {
  busy: boolean;
  /** Server errors by form field. */
  refused: Record<string, string>;
  /** The server's error message. */
  failure: string;
  /** The conflicting version another person has saved meanwhile, to choose between the two. */
  theirs: Entity | undefined;
  /** Counts the refused saves, for the error summary. */
  round: number;
  /** With a revision, knowingly overwrites that revision. */
  save: (over?: number) => Promise<void>;
  /** Records a refusal by the form's own validation. */
  refuse: () => void;
  /** Clears server errors after a change, as they may no longer apply. */
  touch: () => void;
  reset: () => void;
}

/** Saves a custom entity; the input is kept even when the server refuses it. */
export function useSaveEntity(
  { draft, revision, saved }: EntityDraftControl,
  { agentId, id }: { agentId: string; id: string | undefined },
  onSaved: () => Promise<void>,
): SavingEntity {
  const toast = useToast();
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [theirs, setTheirs] = useState<Entity>();
  const [round, setRound] = useState(0);
  const { busy, failure, setFailure, send } = useSend({
    refused: ({ status, message, errors: { revision: stale, ...fields } }) => {
      toast.error(message);
      setFailure(message);
      setRound((now) => now + 1);
      if (stale === undefined || !id) setRefused(status === 409 ? { name: message } : placed(draft, fields));
      return true;
    },
  });
  const reset = () => {
    setRefused({});
    setFailure("");
    setTheirs(undefined);
  };

  const save = async (over = revision) => {
    if (busy) return;
    reset();
    const theirsOf = id ? () => call(getEntity, { params: { id: agentId, entityId: id } }) : undefined;
    const sent = { ...bodyOf(draft), agentId, id, revision: over };
    await send(
      () => orTheirs(() => request(saveEntity, { body: sent }), theirsOf, setTheirs),
      ({ payload }) => {
        saved(payload);
        showEntity(payload);
        return onSaved();
      },
    );
  };

  return {
    busy,
    refused,
    failure,
    theirs,
    round,
    save,
    refuse: () => setRound((now) => now + 1),
    touch: () => setRefused({}),
    reset,
  };
}

/** Shows a saved entity on its page and in the lists, in which it may have another place. */
function showEntity(saved: Entity): void {
  put(getEntity, { params: { id: saved.agentId, entityId: saved.id } }, saved);
  patch(listEntities, undefined, (now) => ({
    ...now,
    entities: now.entities.map((each) => (each.id === saved.id ? saved : each)),
  }));
  void invalidate(listEntities);
}
