import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from "react";
import { HOLD_MS, holdAnswersStore } from "#app/lib/hold-answers.ts";
import { useStore } from "#app/lib/store.ts";
import type { ChatEntry } from "#workers/contract/endpoints/chats.ts";
import { type Draft, forgetUnderway, hasRoom, mentionedIn, withoutPart, withPart } from "./answer-draft.ts";
import {
  beginOutgoing,
  dropOutgoing,
  type Outgoing,
  outgoingOf,
  refuseOutgoing,
  returnOutgoing,
  useToldOf,
} from "./outgoing.ts";
import { type Asked, useChatAction } from "../use-chat-action.ts";

type Part = Pick<Outgoing, "text" | "file" | "kind" | "mentions" | "template">;

const asReply = ({ text, file }: Part, seenSeq: number, sendAt?: string) =>
  ({ action: "agentReplyChat", text, fileId: file?.id ?? "", seenSeq, sendAt }) as const;

/** A part as a request to the server. */
function askedOf(part: Part, seenSeq: number): Asked {
  const { kind, text, mentions, template } = part;
  if (template) return { action: "agentSendTemplate", ...template, seenSeq };
  return kind === "note"
    ? { action: "agentNote", text, mentions: mentionedIn({ note: text, mentions }) }
    : asReply(part, seenSeq);
}

/**
 * Sends what is written in a chat. An answer or a note stands in the history at once and leaves the composer; what is refused comes
 * back, as far as nothing else was written meanwhile. Answers go one after the other.
 */
export function useAnswering(
  chat: ChatEntry,
  { draft, setDraft }: { draft: Draft; setDraft: Dispatch<SetStateAction<Draft>> },
) {
  const { chatId } = chat;
  const [answered, setAnswered] = useState("");
  const { failure, clear, act } = useChatAction(chatId, {
    refused: (error) => {
      if (error.errors["seenSeq"] === undefined) return false;
      setAnswered(error.message);
      return true;
    },
  });
  const holds = useStore(holdAnswersStore, true);
  const latest = useRef({ draft, isThere: true });
  useEffect(() => {
    latest.current = { draft, isThere: true };
  });
  useEffect(() => {
    // Refused while another chat was open: its words were written again from what was kept.
    const written = latest.current.draft;
    for (const one of outgoingOf(chatId))
      if (one.kind !== "template" && one.text === written[one.kind === "note" ? "note" : "reply"])
        returnOutgoing(one.id);
    return () => void (latest.current.isThere = false);
  }, [chatId]);
  /** A try that broke off keeps its id, so that its words are sent once whether or not it arrived. */
  const unsure = useRef(new Map<string, string>());
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const inLine = (work: () => Promise<boolean>): Promise<boolean> => {
    const next = line.current.then(work);
    line.current = next;
    return next;
  };

  const giveBack = (one: Outgoing) => {
    if (!latest.current.isThere || !hasRoom(latest.current.draft, one)) return;
    setDraft((now) => withPart(now, one));
    returnOutgoing(one.id);
  };
  const say = async (part: Part, seenSeq: number, given?: string): Promise<boolean> => {
    const key = JSON.stringify([part.kind, part.text, part.file?.id, part.template, seenSeq]);
    const id = given ?? unsure.current.get(key) ?? crypto.randomUUID();
    unsure.current.delete(key);
    const one = { ...part, id, chatId, since: seenSeq, at: Date.now(), reason: "", isReturned: false };
    dropOutgoing((each) => each.chatId === chatId && each.isReturned);
    beginOutgoing(one);
    setDraft((now) => withoutPart(now, part));
    setAnswered("");
    const done = await inLine(() =>
      act(askedOf(part, seenSeq), {
        id,
        holdMs: holds && part.kind !== "note" ? HOLD_MS : undefined,
        failed: (why) => refuseOutgoing(id, why),
      }),
    );
    // Its event came while its call broke off: the history has taken it already.
    const isLost = !done && !outgoingOf(chatId).some((each) => each.id === id);
    if (isLost) clear();
    if (done || isLost) {
      forgetUnderway(chatId, id);
      // The message itself is drawn first: what the cache has learnt is told in the next turn.
      setTimeout(() => dropOutgoing((each) => each.id === id));
    } else {
      unsure.current.set(key, id);
      giveBack(one);
    }
    return done || isLost;
  };
  useToldOf(chatId, ({ what, one }) => {
    unsure.current.clear();
    setDraft((now) => withoutPart(now, one));
    // Whoever tries again has seen what colleagues wrote meanwhile; a template comes here the first time, too.
    if (what === "send") void say(one, one.reason === "" ? one.since : chat.seq, one.id);
    else {
      clear();
      setAnswered("");
    }
  });

  const isSending = useRef(false);
  const [isSaving, setSaving] = useState(false);
  /** Runs work that leaves the composer only when done; it is not begun twice. */
  const once = async (work: () => Promise<boolean>): Promise<boolean> => {
    if (isSending.current) return false;
    isSending.current = true;
    setSaving(true);
    try {
      return await work();
    } finally {
      isSending.current = false;
      setSaving(false);
    }
  };
  const saveNote = () =>
    say({ kind: "note", text: draft.note, file: undefined, mentions: draft.mentions }, chat.seq);
  const sendLater = (parts: readonly Part[], seenSeq: number, sendAt: string) =>
    once(async () => {
      setAnswered("");
      for (const part of parts) {
        if (!(await inLine(() => act(asReply(part, seenSeq, sendAt))))) return false;
        setDraft((now) => withoutPart(now, part));
      }
      return true;
    });
  /** Several files go one after the other: the next is taken when the one before has arrived. */
  const answer = (parts: readonly Part[], seenSeq: number): Promise<boolean> => {
    const [only, ...more] = parts;
    if (only && more.length === 0 && !isSending.current) return say(only, seenSeq);
    return once(async () => {
      for (const part of parts) if (!(await say(part, seenSeq))) return false;
      return true;
    });
  };
  // Answers that have left the composer hold up nobody who goes on writing.
  return { busy: isSaving, failure, answered, saveNote, sendLater, answer };
}
