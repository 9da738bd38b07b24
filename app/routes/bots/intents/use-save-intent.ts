import { useMemo, useState } from "react";
import { useRevalidator } from "react-router";
import { ApiError, request } from "#app/data/api.ts";
import { useToast } from "#app/components/ui/toast.tsx";
import { botsTexts } from "#texts/bots.ts";
import { intentFields, saveIntent, type Intent } from "#workers/contract/endpoints/intents.ts";
import { fieldsOf, settled } from "./intent-draft.ts";
import { problemsOf } from "#app/data/problems.ts";
import type { DraftControl } from "./use-intent-draft.ts";

export interface Saving {
  /** Errors by field of the contract; empty until a save is refused. */
  problems: Record<string, string>;
  /** Counts the refused saves, for the error summary. */
  round: number;
  busy: boolean;
  save: () => Promise<void>;
  /** Clears server errors after a change, as they may no longer apply. */
  touch: () => void;
  reset: () => void;
}

/** Saves a draft, including pending input; after a refusal, errors are re-checked as they are fixed. */
export function useSaveIntent(
  { draft, saved }: DraftControl,
  { agentId, storyId, intent }: { agentId: string; storyId: string; intent: Intent | undefined },
  onSaved: (intent: Intent) => Promise<void>,
): Saving {
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [checking, setChecking] = useState(false);
  const [round, setRound] = useState(0);
  const [busy, setBusy] = useState(false);
  const toast = useToast();
  const revalidator = useRevalidator();
  const id = intent?.id;
  const body = () => fieldsOf(settled(draft), { agentId, storyId, id, revision: intent?.revision });
  const found = useMemo(
    () => (checking ? problemsOf(intentFields, fieldsOf(settled(draft), { agentId, storyId, id })) : {}),
    [checking, draft, agentId, storyId, id],
  );

  const save = async () => {
    if (busy) return;
    setChecking(true);
    if (Object.keys(problemsOf(intentFields, body())).length > 0) return setRound((now) => now + 1);
    setBusy(true);
    setRefused({});
    try {
      const { payload, message } = await request(saveIntent, { body: body() });
      saved(payload);
      setChecking(false);
      toast.success(message);
      await onSaved(payload);
    } catch (error) {
      const answered = error instanceof ApiError && error.status > 0 ? error : undefined;
      const text = answered?.message ?? botsTexts.intentNameRequired;
      toast.error(text);
      const errors = answered?.errors ?? {};
      if (errors.revision) {
        // Another person saved first: their version is loaded beside the draft, and the author decides.
        setRefused({ name: `${text} ${botsTexts.saveAgainOrDiscard}` });
        await revalidator.revalidate();
      } else setRefused(Object.keys(errors).length > 0 ? errors : { name: text });
      setRound((now) => now + 1);
    } finally {
      setBusy(false);
    }
  };

  return {
    problems: { ...refused, ...found },
    round,
    busy,
    save,
    touch: () => setRefused({}),
    reset: () => {
      setRefused({});
      setChecking(false);
    },
  };
}
