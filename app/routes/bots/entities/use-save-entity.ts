import { useState } from "react";
import { ApiError, call, request } from "#app/api.ts";
import { useToast } from "#app/components/ui/toast.tsx";
import * as messages from "#app/messages.ts";
import { getEntity, saveEntity, type Entity } from "#workers/contract/endpoints/entities.ts";
import { bodyOf, placed } from "./entity-draft.ts";
import type { EntityDraftControl } from "./use-entity-draft.ts";

export interface SavingEntity {
  busy: boolean;
  /** What the server refused, by the form's places. */
  refused: Record<string, string>;
  /** What the server said. */
  failure: string;
  /** What somebody else has stored meanwhile, to choose between the two. */
  theirs: Entity | undefined;
  /** Counts the refusals, for the summary. */
  round: number;
  /** With a revision: over what has that revision, knowingly. */
  save: (over?: number) => Promise<void>;
  /** The form found problems of its own. */
  refuse: () => void;
  /** Something was changed: what the server said may no longer be so. */
  touch: () => void;
  reset: () => void;
}

/** Saves a custom entity; what was typed stays whatever the server says. */
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
      const answered = error instanceof ApiError ? error : new ApiError(messages.errors.internal);
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
