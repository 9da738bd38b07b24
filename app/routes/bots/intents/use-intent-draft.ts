import { type DraftControl, useDraft } from "#app/kit/use-draft.ts";
import type { Intent } from "#workers/contract/endpoints/intents.ts";
import { digestOf, type Draft, draftOf, rekeyed } from "./intent-draft.ts";

export type IntentDraftControl = DraftControl<Intent, Draft>;

/** The draft of one intent. */
export const useIntentDraft = (name: string, intent: Intent | undefined): IntentDraftControl =>
  useDraft({
    name,
    stored: intent,
    draftOf,
    digestOf,
    restore: (kept) => (Array.isArray(kept.phrases) ? rekeyed(kept) : undefined),
  });
