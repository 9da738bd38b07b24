import { LayoutTemplate, Mic, SendHorizontal, StickyNote } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { lazily } from "#app/components/ui/lazily.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { recordedFor } from "#app/features/voice-recorder/can-record.ts";
import type { Picked } from "#app/features/library/media-picker-window.tsx";
import { useSession } from "#app/session/session.ts";
import { enterSendsStore } from "#app/lib/enter-sends.ts";
import { useStore } from "#app/lib/store.ts";
import { useSingleKeys } from "#app/lib/single-keys.ts";
import { formatShortDay } from "#app/lib/format.ts";
import { chatsTexts as texts } from "#texts/chats.ts";
import type { ChatEntry } from "#workers/contract/endpoints/chats.ts";
import { channelMedia, mediaGroups } from "#workers/contract/endpoints/drive.ts";
import { isTemplateType } from "#workers/contract/templates/template.ts";
import { type Draft, useAnswerDraft } from "./answer-draft.ts";
import { Attach } from "./attach.tsx";
import { ClosedWindow } from "./closed-window.tsx";
import { FormatButtons, formatKey } from "./format-buttons.tsx";
import { hasFormats } from "./formats.ts";
import { useGivenBack } from "./given-back.ts";
import { ModeButtons } from "./mode-buttons.tsx";
import { SendMenu } from "./send-menu.tsx";
import { Suggestions } from "./suggestions.tsx";
import { AttachedFiles, DropZone } from "./attached-files.tsx";
import { ComposerNotices } from "./composer-notices.tsx";
import { refusedBy } from "./file-reason.ts";
import { roomFor } from "./room.ts";
import { TemplateDialog } from "./template-dialog.tsx";
import { useUnderCaret } from "./under-caret.tsx";
import { toHeading } from "../pane/use-chat-focus.ts";
import { useDropped } from "./use-dropped.ts";
import { useFiles } from "./use-files.ts";
import { useIsPast } from "../use-now.ts";
import { useTelling } from "../pane/use-watched.ts";
import { useAnswering } from "./use-answering.ts";
import { holesIn } from "./variables.ts";

const Voice = lazily(
  () => import("./voice.tsx"),
  (module) => module.Voice,
);

/** Things offered under the caret, beside canned messages. */
const OFFERED = { reply: ["variable", "emoji"], note: ["colleague", "emoji"] } as const;
const none: readonly Picked[] = [];

/** An answer to the customer, or a note for colleagues. The draft stays with its chat. */
export function Composer({ chat }: { chat: ChatEntry }) {
  const { draft, setDraft } = useAnswerDraft(chat.chatId);
  const { mode } = draft;
  const text = draft[mode];
  const { busy, failure, answered, ...answering } = useAnswering(chat, { draft, setDraft });
  const isReply = mode === "reply";
  const closed = useIsPast(chat.windowUntil);
  const [isChoosing, setChoosing] = useState(false);
  const [isRecording, setRecording] = useState(false);
  const hasTemplates = isTemplateType(chat.channelType);
  const blocked = isReply && closed;

  const tell = useTelling();
  const { profile } = useSession();
  const form = useRef<HTMLFormElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const template = useRef<HTMLButtonElement>(null);
  const isTyping = useRef(false);
  // The text goes from under whoever is typing in it.
  useEffect(() => void (blocked && isTyping.current && template.current?.focus()), [blocked]);
  const enterSends = useStore(enterSendsStore, true);
  const canned = profile.artifactsEnabled ? (["canned"] as const) : [];
  const caret = useUnderCaret({
    area,
    text,
    chat,
    kinds: [...canned, ...OFFERED[mode]],
    onTake: (next, { mention }) =>
      setDraft((now) => ({
        ...now,
        [mode]: next,
        ...(mention && { mentions: [...(now.mentions ?? []), mention] }),
      })),
  });

  const addToReply = (words: string) => {
    setDraft((now) => ({
      ...now,
      reply: now.reply.trim() === "" ? words : `${now.reply.trimEnd()}\n${words}`,
      since: now.reply === "" ? chat.seq : now.since,
    }));
    area.current?.focus();
  };

  const files = isReply ? (draft.files ?? none) : none;
  const attach = (picked: Picked) =>
    setDraft((now) => ({
      ...now,
      files: [...(now.files ?? []).filter(({ id }) => id !== picked.id), picked],
    }));
  const detach = (picked: Picked) =>
    setDraft((now) => ({ ...now, files: (now.files ?? []).filter(({ id }) => id !== picked.id) }));
  const queue = useFiles({
    channelType: chat.channelType,
    refused: isReply ? (blocked ? texts.windowClosed : refusedBy(chat.channelType)) : texts.files.replyOnly,
    attached: files.length,
    onReady: attach,
  });
  const isOver = useDropped(form, queue.take);
  const voiceTypes =
    isReply && !blocked && channelMedia[chat.channelType]?.audio ? recordedFor(mediaGroups.audio) : [];

  const room = roomFor(text, chat, { mode, hasFile: files.length > 0 });
  const holes = isReply ? holesIn(text) : [];
  const wrong = room.reason ?? (holes.length > 0 ? texts.holes(holes) : undefined);
  const hindered = blocked
    ? texts.windowClosed
    : text.trim() === "" && files.length === 0
      ? texts.empty
      : wrong;

  const begin = (what: Draft["mode"]) => () => {
    // Drawn at once: a key that is pressed next, however soon, is written and runs no command.
    flushSync(() => setDraft((now) => ({ ...now, mode: what })));
    // There is a button for the text where only a template is sent.
    (area.current ?? template.current)?.focus();
  };
  useSingleKeys({ reply: begin("reply"), note: begin("note") });

  useGivenBack(chat.chatId, (given) =>
    setDraft((now) =>
      now.reply === "" && (now.files ?? none).length === 0
        ? { ...now, mode: "reply", reply: given.text, files: given.file ? [given.file] : none }
        : now,
    ),
  );

  const send = (
    event?: FormEvent,
    { seenSeq = draft.since ?? chat.seq, sendAt }: { seenSeq?: number; sendAt?: string } = {},
  ): Promise<boolean> => {
    event?.preventDefault();
    if (hindered !== undefined) return Promise.resolve(false);
    tell(false);
    if (!isReply) return answering.saveNote();
    const parts = (files.length > 0 ? files : [undefined]).map((file, at) => ({
      text: at === 0 ? text : "",
      file,
    }));
    return sendAt === undefined
      ? answering.answer(parts, seenSeq)
      : answering.sendLater(parts, seenSeq, sendAt);
  };
  const onKey = (event: KeyboardEvent) => {
    if (caret.onKey(event)) return;
    // Out of the text, where single keys are commands again.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") toHeading(form.current);
    if (isReply && hasFormats(chat.channelType) && formatKey(event, area)) return event.preventDefault();
    if (event.key !== "Enter" || event.shiftKey) return;
    if (!enterSends && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    void send();
  };
  const record = useRef<HTMLButtonElement>(null);
  if (isRecording)
    return (
      <Voice
        chat={chat}
        types={voiceTypes}
        onClose={() => {
          flushSync(() => setRecording(false));
          record.current?.focus();
        }}
      />
    );
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void send(event)}
      className={cx("grid gap-2 border-t border-line p-3", !isReply && "bg-warning-soft")}
    >
      {isOver && <DropZone />}
      <div role="group" aria-label={texts.mode} className="flex flex-wrap items-center gap-1">
        <ModeButtons mode={mode} onChange={(next) => setDraft((now) => ({ ...now, mode: next }))} />
        {isReply && !blocked && hasFormats(chat.channelType) && <FormatButtons area={area} />}
        {chat.windowUntil !== null && !closed && isReply && (
          <span className="ms-auto text-xs text-muted">
            {texts.windowEnds(formatShortDay(chat.windowUntil))}
          </span>
        )}
      </div>
      <ComposerNotices
        chat={chat}
        needsTemplate={isReply && !blocked && chat.isJITRequired}
        failure={failure}
        answered={isReply && text !== "" ? answered : ""}
        onTemplate={hasTemplates ? () => setChoosing(true) : undefined}
        onSendAnyway={() => void send(undefined, { seenSeq: chat.seq })}
      />
      {blocked ? (
        <ClosedWindow
          hasDraft={text.trim() !== ""}
          button={template}
          onTemplate={hasTemplates ? () => setChoosing(true) : undefined}
        />
      ) : (
        <>
          {isReply && <Suggestions chat={chat} onTake={addToReply} />}
          {caret.list}
          <Textarea
            aria-label={texts[mode]}
            ref={area}
            {...caret.control}
            placeholder={
              isReply
                ? profile.artifactsEnabled
                  ? texts.replyOrCanned
                  : texts.replyPlaceholder
                : texts.notePlaceholder
            }
            rows={2}
            value={text}
            onChange={({ target }) => {
              tell(isReply && target.value !== "");
              setDraft((now) => ({
                ...now,
                [mode]: target.value,
                since: now.reply === "" ? chat.seq : now.since,
              }));
              caret.typed(target.selectionStart);
            }}
            onKeyDown={onKey}
            onFocus={() => (isTyping.current = true)}
            onBlur={() => (isTyping.current = false)}
            className="w-full"
          />
          {wrong && (
            <p role="status" className="text-[0.8125rem] text-warning-ink">
              {wrong}
            </p>
          )}
          <AttachedFiles files={files} queue={queue} onRemove={detach} />
          <div className="flex flex-wrap items-center justify-end gap-3">
            <span className="me-auto text-xs text-muted max-sm:hidden">
              {enterSends ? texts.enter.sendsHint : texts.enter.breaksHint}
            </span>
            {isReply && hasTemplates && (
              <IconButton
                label={texts.template}
                icon={<LayoutTemplate aria-hidden />}
                onClick={() => setChoosing(true)}
              />
            )}
            {voiceTypes.length > 0 && (
              <IconButton
                ref={record}
                label={texts.record}
                icon={<Mic aria-hidden />}
                onClick={() => setRecording(true)}
              />
            )}
            {isReply && (
              <Attach
                channelType={chat.channelType}
                hasLibrary={profile.artifactsEnabled}
                onPick={attach}
                onFiles={queue.take}
              />
            )}
            {room.told && <span className="text-xs tabular-nums">{room.told}</span>}
            <Button
              tone="primary"
              type="submit"
              busy={busy}
              disabledReason={hindered}
              icon={isReply ? <SendHorizontal aria-hidden /> : <StickyNote aria-hidden />}
            >
              {isReply ? texts.send : texts.saveNote}
            </Button>
            {mode === "reply" && (
              <SendMenu
                hindered={hindered}
                until={chat.windowUntil}
                busy={busy}
                failure={failure}
                onChoose={(sendAt) => send(undefined, { sendAt })}
              />
            )}
          </div>
        </>
      )}
      {isChoosing && <TemplateDialog chat={chat} onClose={() => setChoosing(false)} />}
    </form>
  );
}
