import { LayoutTemplate, Mic, SendHorizontal, StickyNote } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { lazily } from "#app/components/ui/lazily.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { recordedFor } from "#app/features/voice-recorder/can-record.ts";
import type { Picked } from "#app/features/library/media-picker-window.tsx";
import { useSession } from "#app/session/session.ts";
import { HOLD_MS, holdAnswersStore } from "#app/lib/hold-answers.ts";
import { useStore } from "#app/lib/store.ts";
import { useSingleKeys } from "#app/lib/single-keys.ts";
import { formatShortDay } from "#app/lib/format.ts";
import { chatsTexts as texts } from "#texts/chats.ts";
import { driveTexts } from "#texts/drive.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import type { ChatEntry } from "#workers/contract/endpoints/chats.ts";
import { channelMedia, mediaGroups } from "#workers/contract/endpoints/drive.ts";
import { isTemplateType } from "#workers/contract/templates/template.ts";
import { type Draft, mentionedIn, useAnswerDraft } from "./answer-draft.ts";
import { Attach } from "./attach.tsx";
import { useGivenBack } from "./given-back.ts";
import { SendMenu } from "./send-menu.tsx";
import { Suggestions } from "./suggestions.tsx";
import { AttachedFiles, DropZone } from "./attached-files.tsx";
import { ComposerNotices } from "./composer-notices.tsx";
import { takesFiles } from "./file-reason.ts";
import { roomFor } from "./room.ts";
import { TemplateDialog } from "./template-dialog.tsx";
import { useUnderCaret } from "./under-caret.tsx";
import { toHeading } from "./use-chat-focus.ts";
import { useDropped } from "./use-dropped.ts";
import { useFiles } from "./use-files.ts";
import { useTelling } from "./use-watched.ts";
import { useChatAction } from "./use-chat-action.ts";
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
  const { draft, setDraft, forget } = useAnswerDraft(chat.chatId);
  const { mode } = draft;
  const text = draft[mode];
  const [answered, setAnswered] = useState("");
  const { busy, failure, act } = useChatAction(chat.chatId, {
    refused: (error) => {
      if (error.errors["seenSeq"] === undefined) return false;
      setAnswered(error.message);
      return true;
    },
  });
  const isReply = mode === "reply";
  const closed = chat.windowUntil !== null && Date.parse(chat.windowUntil) <= Date.now();
  const [isChoosing, setChoosing] = useState(false);
  const [isRecording, setRecording] = useState(false);
  const hasTemplates = isTemplateType(chat.channelType);
  const blocked = isReply && closed;

  const tell = useTelling();
  const { profile } = useSession();
  const form = useRef<HTMLFormElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
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
  const mayAttach = profile.artifactsEnabled && takesFiles(chat.channelType);
  const queue = useFiles({
    channelType: chat.channelType,
    refused: isReply
      ? blocked
        ? texts.windowClosed
        : mayAttach
          ? undefined
          : driveTexts.mediaNoChannel
      : texts.files.replyOnly,
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
    setDraft((now) => ({ ...now, mode: what }));
    area.current?.focus();
  };
  useSingleKeys({ reply: begin("reply"), note: begin("note") });

  const holds = useStore(holdAnswersStore, true);
  useGivenBack(chat.chatId, (given) =>
    setDraft((now) =>
      now.reply === "" && (now.files ?? none).length === 0
        ? { ...now, mode: "reply", reply: given.text, files: given.file ? [given.file] : none }
        : now,
    ),
  );

  const send = async (
    event?: FormEvent,
    { seenSeq = draft.since ?? chat.seq, sendAt }: { seenSeq?: number; sendAt?: string } = {},
  ): Promise<boolean> => {
    event?.preventDefault();
    if (hindered !== undefined) return false;
    const sent = text;
    tell(false);
    setAnswered("");
    if (!isReply) {
      if (!(await act({ action: "agentNote", text: sent, mentions: mentionedIn(draft) }))) return false;
      setDraft((now) => ({ ...now, note: now.note === sent ? "" : now.note, mentions: [] }));
      forget();
      return true;
    }
    for (const [at, file] of (files.length > 0 ? files : [undefined]).entries()) {
      const words = at === 0 ? sent : "";
      const answer = {
        action: "agentReplyChat",
        text: words,
        fileId: file?.id ?? "",
        seenSeq,
        sendAt,
      } as const;
      if (!(await act(answer, holds ? HOLD_MS : undefined))) return false;
      // Words typed while it was on its way are not part of it.
      setDraft((now) => ({
        ...now,
        reply: at === 0 && now.reply === sent ? "" : now.reply,
        files: (now.files ?? []).filter(({ id }) => id !== file?.id),
        since: undefined,
      }));
    }
    forget();
    return true;
  };
  const onKey = (event: KeyboardEvent) => {
    if (caret.onKey(event)) return;
    // Out of the text, where single keys are commands again.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") toHeading(form.current);
    if (event.key !== "Enter" || event.shiftKey) return;
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
          setRecording(false);
          requestAnimationFrame(() => record.current?.focus());
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
        {(["reply", "note"] as const).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === mode}
            onClick={() => setDraft((now) => ({ ...now, mode: each }))}
            className={cx(
              "min-h-8 rounded-md px-3 font-medium",
              each === mode ? "bg-surface text-ink shadow-sm" : "text-muted hover:text-ink",
            )}
          >
            {texts[each]}
          </button>
        ))}
        {chat.windowUntil !== null && !closed && isReply && (
          <span className="ms-auto text-xs text-muted">
            {texts.windowEnds(formatShortDay(chat.windowUntil))}
          </span>
        )}
      </div>
      <ComposerNotices
        chat={chat}
        needsTemplate={isReply && (blocked || chat.isJITRequired)}
        failure={failure}
        answered={isReply && text !== "" ? answered : ""}
        onTemplate={hasTemplates ? () => setChoosing(true) : undefined}
        onSendAnyway={() => void send(undefined, { seenSeq: chat.seq })}
      />
      {isReply && !blocked && <Suggestions chat={chat} onTake={addToReply} />}
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
        className="w-full"
      />
      {wrong && (
        <p role="status" className="text-[0.8125rem] text-warning-ink">
          {wrong}
        </p>
      )}
      <AttachedFiles files={files} queue={queue} onRemove={detach} />
      <div className="flex flex-wrap items-center justify-end gap-3">
        {isReply && chat.channelType === channelTypes.whatsApp && (
          <span className="me-auto font-mono text-xs text-muted max-sm:hidden">{texts.formats}</span>
        )}
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
        {isReply && mayAttach && <Attach channelType={chat.channelType} onPick={attach} />}
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
      {isChoosing && <TemplateDialog chat={chat} onClose={() => setChoosing(false)} />}
    </form>
  );
}
