import { useState } from "react";
import { keptDraft } from "#app/drafts/storage.ts";
import { useKept } from "#app/drafts/kept-draft.ts";
import type { Picked } from "#app/features/library/media-picker-window.tsx";
import type { Mention } from "#workers/contract/chat-events.ts";

export interface Draft {
  mode: "reply" | "note";
  reply: string;
  note: string;
  /** They go one after the other, the words with the first. */
  files?: readonly Picked[];
  /** Colleagues whom the note has named. */
  mentions?: Mention[];
  /** The chat's number when the answer was begun: what colleagues answer after it is to be read first. */
  since?: number | undefined;
}

/** Keeps a draft with its chat, over a change of chat and a reload. */
export function useAnswerDraft(chatId: string) {
  const name = `chat ${chatId}`;
  const [draft, setDraft] = useState<Draft>(
    () => keptDraft<Draft>(name) ?? { mode: "reply", reply: "", note: "" },
  );
  const isBegun = draft.reply !== "" || draft.note !== "" || (draft.files ?? []).length > 0;
  return { draft, setDraft, forget: useKept(name, isBegun, draft) };
}

/** Those of the named whose names still stand in the note. */
export const mentionedIn = ({ note, mentions = [] }: Pick<Draft, "note" | "mentions">): string[] => [
  ...new Set(mentions.filter(({ name }) => note.includes(`@${name}`)).map(({ uId }) => uId)),
];
