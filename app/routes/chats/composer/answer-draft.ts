import { useCallback, useRef, useState } from "react";
import { keepLasting, lastingDraft } from "#app/drafts/storage.ts";
import { useKept } from "#app/drafts/kept-draft.ts";
import type { Picked } from "#app/features/library/media-picker-window.tsx";
import type { Mention } from "#workers/contract/chat-events.ts";
import { isOnItsWay, type Outgoing, useOutgoing } from "./outgoing.ts";

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

type Part = Pick<Outgoing, "text" | "file" | "since" | "kind" | "mentions">;
/** A draft as it is kept: what is on its way would be lost with the page, were it not kept too. */
type Kept = Draft & { underway?: readonly (Part & Pick<Outgoing, "id">)[] };

const nameOf = (chatId: string): string => `chat ${chatId}`;
const empty: Draft = { mode: "reply", reply: "", note: "" };

/** Whether there is anything to keep: words, files, or that somebody was about to note something. */
const isBegun = ({ mode, reply, note, files = [], underway = [] }: Kept): boolean =>
  mode === "note" || reply !== "" || note !== "" || files.length > 0 || underway.length > 0;

/** Puts a part of an answer, or a note, in front of what is written. */
function joined<One extends Draft>(draft: One, { kind, text, file, since, mentions = [] }: Part): One {
  if (kind === "note")
    return {
      ...draft,
      note: [text, draft.note].filter(Boolean).join("\n"),
      mentions: [...mentions, ...(draft.mentions ?? [])],
    };
  return {
    ...draft,
    reply: [text, draft.reply].filter(Boolean).join("\n"),
    files: file ? [file, ...(draft.files ?? []).filter(({ id }) => id !== file.id)] : (draft.files ?? []),
    since: draft.since ?? since,
  };
}

/** Whether a part can be given back: nothing else is written meanwhile. A template was never in the composer. */
export const hasRoom = ({ reply, note }: Draft, { kind }: Pick<Part, "kind">): boolean =>
  kind === "note" ? note.trim() === "" : kind === undefined && reply.trim() === "";

/** Gives back a part that was refused; as it was where something else is written. */
export const withPart = (draft: Draft, part: Part): Draft =>
  hasRoom(draft, part)
    ? joined({ ...draft, ...(part.kind === "note" ? { note: "", mentions: [] } : { reply: "" }) }, part)
    : draft;

/** Takes a part away that is on its way now; words that were typed since are not part of it. */
export function withoutPart(draft: Draft, { kind, text, file }: Pick<Part, "kind" | "text" | "file">): Draft {
  if (kind === "note") return draft.note === text ? { ...draft, note: "", mentions: [] } : draft;
  if (kind !== undefined) return draft;
  return {
    ...draft,
    reply: draft.reply === text ? "" : draft.reply,
    files: (draft.files ?? []).filter(({ id }) => id !== file?.id),
    since: draft.reply === text ? undefined : draft.since,
  };
}

/** Reads the kept draft; an answer of which nobody hears any more is put back into it. */
export function readDraft(chatId: string): Draft {
  const known: Kept = lastingDraft<Kept>(nameOf(chatId)) ?? empty;
  const { underway = [], ...kept } = known;
  return underway.filter(({ id }) => !isOnItsWay(id)).reduceRight<Draft>(joined, kept);
}

/** Of an answer that has arrived nothing is kept, also where its composer is no longer there. */
export function forgetUnderway(chatId: string, arrived: string): void {
  const kept = lastingDraft<Kept>(nameOf(chatId));
  if (!kept?.underway) return;
  const next = { ...kept, underway: kept.underway.filter(({ id }) => id !== arrived) };
  keepLasting(nameOf(chatId), isBegun(next) ? next : undefined);
}

/** Saves a draft as far as this composer has changed it: another tab's newer one is left alone. */
function useSave(loaded: Draft) {
  const last = useRef(isBegun(loaded) ? JSON.stringify(loaded) : undefined);
  return useCallback((name: string, draft: unknown) => {
    const next = JSON.stringify(draft);
    if (next === last.current) return;
    last.current = next;
    keepLasting(name, draft);
  }, []);
}

/** Keeps a draft with its chat on this device, over a change of chat, a reload and the end of the browser. */
export function useAnswerDraft(chatId: string) {
  const [loaded] = useState(() => readDraft(chatId));
  const [draft, setDraft] = useState(loaded);
  const underway = useOutgoing(chatId)
    .filter(({ kind, reason }) => reason === "" && (kind === undefined || kind === "note"))
    .map(({ id, kind, text, file, since, mentions }) => ({ id, kind, text, file, since, mentions }));
  const kept: Kept = { ...draft, ...(underway.length > 0 && { underway }) };
  useKept(nameOf(chatId), isBegun(kept), kept, useSave(loaded));
  return { draft, setDraft };
}

/** Those of the named whose names still stand in the note. */
export const mentionedIn = ({
  note,
  mentions = [],
}: {
  note: string;
  mentions?: readonly Mention[] | undefined;
}): string[] => [...new Set(mentions.filter(({ name }) => note.includes(`@${name}`)).map(({ uId }) => uId))];
