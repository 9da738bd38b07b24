import { useState } from "react";
import { ApiError, call, request } from "#app/data/api.ts";
import { useToast } from "#app/components/ui/toast.tsx";
import { errorsTexts } from "#texts/errors.ts";
import { getEntity, saveEntity, type Entity } from "#workers/contract/endpoints/entities.ts";
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
  { draft, revision, forget }: EntityDraftControl,
  { agentId, id }: { agentId: string; id: string | undefined },
  onSaved: (entity: Entity) => Promise<void>,
): SavingEntity {
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState("");
  const [theirs, setTheirs] = useState<Entity>();
  const [round, setRound] = useState(0);
  const reset = () => {
    setRefused({});
    setFailure("");
    setTheirs(undefined);
  };

  const save = async (over = revision) => {
    if (busy) return;
    setBusy(true);
    reset();
    try {
      const body = { ...bodyOf(draft), agentId, id, revision: over };
      const { payload, message } = await request(saveEntity, { body });
      forget();
      toast.success(message);
      await onSaved(payload);
    } catch (error) {
      const answered = error instanceof ApiError ? error : new ApiError(errorsTexts.internal);
      const { revision: stale, ...fields } = answered.errors;
      toast.error(answered.message);
      setFailure(answered.message);
      setRound((now) => now + 1);
      if (stale !== undefined && id) {
        setTheirs(await call(getEntity, { params: { id: agentId, entityId: id } }).catch(() => undefined));
      } else if (answered.status === 409) setRefused({ name: answered.message });
      else setRefused(placed(draft, fields));
    } finally {
      setBusy(false);
    }
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
