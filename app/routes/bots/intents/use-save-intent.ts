import { useMemo, useState } from "react";
import { call, request } from "#app/data/api.ts";
import { invalidate, patch, put } from "#app/data/query.ts";
import { orTheirs } from "#app/kit/or-theirs.ts";
import { useSend } from "#app/kit/use-send.ts";
import { useToast } from "#app/components/ui/toast.tsx";
import { intentsTexts } from "#texts/intents.ts";
import { entityUsage } from "#workers/contract/endpoints/entities.ts";
import {
  getIntent,
  intentFields,
  listIntents,
  saveIntent,
  type Intent,
} from "#workers/contract/endpoints/intents.ts";
import { listStories } from "#workers/contract/endpoints/stories.ts";
import { fieldsOf, settled } from "./intent-draft.ts";
import { problemsOf } from "#app/data/problems.ts";
import type { IntentDraftControl } from "./use-intent-draft.ts";

export interface Saving {
  /** Errors by field of the contract; empty until a save is refused. */
  problems: Record<string, string>;
  /** Counts the refused saves, for the error summary. */
  round: number;
  busy: boolean;
  /** Resolves to true once it is stored. */
  save: () => Promise<boolean>;
  /** The version that somebody else saved meanwhile: saving again replaces it, discarding shows it. */
  theirs: Intent | undefined;
  /** Clears server errors after a change, as they may no longer apply. */
  touch: () => void;
  reset: () => void;
}

/** Saves a draft, including pending input; after a refusal, errors are re-checked as they are fixed. */
export function useSaveIntent(
  { draft, revision, saved }: IntentDraftControl,
  { agentId, storyId, id }: { agentId: string; storyId: string; id: string | undefined },
  onSaved: (intent: Intent) => Promise<void>,
): Saving {
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [theirs, setTheirs] = useState<Intent>();
  const [checking, setChecking] = useState(false);
  const [round, setRound] = useState(0);
  const toast = useToast();
  const body = () =>
    fieldsOf(settled(draft), { agentId, storyId, id, revision: theirs?.revision ?? revision });
  const found = useMemo(
    () => (checking ? problemsOf(intentFields, fieldsOf(settled(draft), { agentId, storyId, id })) : {}),
    [checking, draft, agentId, storyId, id],
  );
  const { busy, send } = useSend({
    refused: ({ status, message, errors }) => {
      const text = status > 0 ? message : intentsTexts.intentNameRequired;
      toast.error(text);
      setRound((now) => now + 1);
      if (errors.revision && id) setRefused({ name: `${text} ${intentsTexts.saveAgainOrDiscard}` });
      else setRefused(Object.keys(errors).length > 0 ? errors : { name: text });
      return true;
    },
  });

  const save = async () => {
    if (busy) return false;
    setChecking(true);
    if (Object.keys(problemsOf(intentFields, body())).length > 0) {
      setRound((now) => now + 1);
      return false;
    }
    setRefused({});
    const theirsOf = id ? () => call(getIntent, { params: { agentId, storyId, intentId: id } }) : undefined;
    return send(
      () => orTheirs(() => request(saveIntent, { body: body() }), theirsOf, setTheirs),
      ({ payload }) => {
        saved(payload);
        setTheirs(undefined);
        setChecking(false);
        showIntent(payload);
        return onSaved(payload);
      },
    );
  };

  return {
    problems: { ...refused, ...found },
    round,
    busy,
    save,
    theirs,
    touch: () => setRefused({}),
    reset: () => {
      setRefused({});
      setTheirs(undefined);
      setChecking(false);
    },
  };
}

/** Shows a saved intent where it is open and listed; a new or renamed one may have another place in its list. */
function showIntent(saved: Intent): void {
  const { id, agentId, storyId, name, utteranceCount } = saved;
  put(getIntent, { params: { agentId, storyId, intentId: id } }, saved);
  let inPlace = false;
  patch(listIntents, undefined, (now) => ({
    ...now,
    intents: now.intents.map((each) => {
      if (each.id !== id) return each;
      inPlace ||= each.name === name;
      return { ...each, name, utteranceCount };
    }),
  }));
  if (!inPlace) {
    void invalidate(listIntents);
    void invalidate(listStories);
  }
  void invalidate(entityUsage);
}
