import { LayoutTemplate, SendHorizontal, StickyNote } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { keptDraft } from "#app/drafts/storage.ts";
import { useKept } from "#app/drafts/kept-draft.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Chip } from "#app/components/ui/chip.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import type { Picked } from "#app/features/library/media-picker-window.tsx";
import { useSession } from "#app/session/session.ts";
import { HOLD_MS, holdAnswersStore } from "#app/lib/hold-answers.ts";
import { useStore } from "#app/lib/store.ts";
import { useSingleKeys } from "#app/lib/single-keys.ts";
import { formatShortDay } from "#app/lib/format.ts";
import { chatLaterTexts as laterTexts } from "#texts/chat-later.ts";
import { chatsTexts as texts } from "#texts/chats.ts";
import { CHAT } from "#workers/contract/chat-states.ts";
import { type ChatEntry, LONGEST_NOTE } from "#workers/contract/endpoints/chats.ts";
import type { Artifact } from "#workers/contract/endpoints/library.ts";
import { LONGEST_TEXT } from "#workers/contract/message-body.ts";
import { isTemplateType } from "#workers/contract/templates/template.ts";
import { Attach } from "./attach.tsx";
import { filledIn, slashIn } from "./canned.ts";
import { CANNED, CannedList, optionId, useCanned } from "./canned-list.tsx";
import { useGivenBack } from "./given-back.ts";
import { SendMenu } from "./send-menu.tsx";
import { TemplateDialog } from "./template-dialog.tsx";
import { useTelling } from "./use-watched.ts";
import { useChatAction } from "./use-chat-action.ts";

interface Draft {
  mode: "reply" | "note";
  reply: string;
  note: string;
  file?: Picked | undefined;
  /** The chat's number when the answer was begun: what colleagues answer after it is to be read first. */
  since?: number | undefined;
}
const MOST = { reply: LONGEST_TEXT, note: LONGEST_NOTE } as const;
/** From here on the letters that are left are said. */
const TELL_LEFT = 200;

/** An answer to the customer, or a note for colleagues. What is typed stays with its chat. */
export function Composer({ chat }: { chat: ChatEntry }) {
  const name = `chat ${chat.chatId}`;
  const [draft, setDraft] = useState<Draft>(
    () => keptDraft<Draft>(name) ?? { mode: "reply", reply: "", note: "" },
  );
  const { mode } = draft;
  const text = draft[mode];
  const forget = useKept(name, draft.reply !== "" || draft.note !== "" || draft.file !== undefined, draft);
  const [answered, setAnswered] = useState("");
  const { busy, failure, act } = useChatAction(chat.chatId, {
    refused: (error) => {
      if (error.errors["seenSeq"] === undefined) return false;
      setAnswered(error.message);
      return true;
    },
  });
  const closed = chat.windowUntil !== null && Date.parse(chat.windowUntil) <= Date.now();
  const [isChoosing, setChoosing] = useState(false);
  const hasTemplates = isTemplateType(chat.channelType);
  const blocked = mode === "reply" && closed;
  const left = MOST[mode] - text.length;

  const tell = useTelling();
  const { profile } = useSession();
  const area = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(text.length);
  const [active, setActive] = useState(0);
  /** Where a list was closed: it stays so until its `/` is gone or left. */
  const [shut, setShut] = useState<number>();
  const typed = profile.artifactsEnabled ? slashIn(text, caret) : undefined;
  if (shut !== undefined && typed?.from !== shut) setShut(undefined);
  const slash = typed && typed.from !== shut ? typed : undefined;
  const found = useCanned(slash?.query, chat.departmentId);
  const take = ({ data }: Artifact) => {
    if (!slash) return;
    const words = filledIn(data.text, chat, profile.name);
    const next = text.slice(0, slash.from) + words + text.slice(caret);
    const at = slash.from + words.length;
    setDraft((now) => ({ ...now, [mode]: next }));
    setCaret(at);
    requestAnimationFrame(() => area.current?.setSelectionRange(at, at));
  };

  const attach = (picked: Picked | undefined) => setDraft((now) => ({ ...now, file: picked }));
  const file = mode === "reply" ? draft.file : undefined;
  const isEmpty = text.trim() === "" && !file;

  const begin = (what: Draft["mode"]) => () => {
    setDraft((now) => ({ ...now, mode: what }));
    area.current?.focus();
  };
  useSingleKeys({ r: begin("reply"), n: begin("note") });

  const holds = useStore(holdAnswersStore, true);
  useGivenBack(chat.chatId, (given) =>
    setDraft((now) =>
      now.reply === "" && !now.file ? { ...now, mode: "reply", reply: given.text, file: given.file } : now,
    ),
  );

  const send = async (
    event?: FormEvent,
    { seenSeq = draft.since ?? chat.seq, sendAt }: { seenSeq?: number; sendAt?: string } = {},
  ): Promise<boolean> => {
    event?.preventDefault();
    if (isEmpty || blocked || left < 0) return false;
    const sent = text;
    tell(false);
    setAnswered("");
    const done = await act(
      mode === "reply"
        ? { action: "agentReplyChat", text: sent, fileId: file?.id ?? "", seenSeq, sendAt }
        : { action: "agentNote", text: sent },
      mode === "reply" && holds ? HOLD_MS : undefined,
    );
    if (!done) return false;
    forget();
    // What was typed while it was on its way is not part of it.
    setDraft((now) => ({
      ...now,
      [mode]: now[mode] === sent ? "" : now[mode],
      file: now.file?.id === file?.id ? undefined : now.file,
      since: mode === "reply" ? undefined : now.since,
    }));
    return true;
  };
  const onCannedKey = (event: KeyboardEvent): boolean => {
    if (!slash || !found) return false;
    const one = found[active];
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined && found.length > 0) setActive((active + by + found.length) % found.length);
    else if (one && (event.key === "Enter" || event.key === "Tab")) take(one);
    else if (event.key === "Escape") setShut(slash.from);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  const onKey = (event: KeyboardEvent) => {
    if (onCannedKey(event)) return;
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => void send(event)}
      className={cx("grid gap-2 border-t border-line p-3", mode === "note" && "bg-warning-soft")}
    >
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
        {chat.windowUntil !== null && !closed && mode === "reply" && (
          <span className="ms-auto text-xs text-muted">
            {texts.windowEnds(formatShortDay(chat.windowUntil))}
          </span>
        )}
      </div>
      {chat.state === CHAT.suspended && (
        <Banner kind="info">
          {chat.suspendedUntil
            ? laterTexts.suspendedUntil(formatShortDay(chat.suspendedUntil))
            : texts.suspended}
        </Banner>
      )}
      {mode === "reply" && (blocked || chat.isJITRequired) && (
        <Banner
          kind="warning"
          actions={
            hasTemplates && (
              <Button size="sm" onClick={() => setChoosing(true)}>
                {texts.template}
              </Button>
            )
          }
        >
          {texts.windowClosed}
        </Banner>
      )}
      {failure && (
        <Banner kind="error" live>
          {failure}
        </Banner>
      )}
      {answered && mode === "reply" && text !== "" && (
        <Banner
          kind="warning"
          live
          actions={
            <Button size="sm" onClick={() => void send(undefined, { seenSeq: chat.seq })}>
              {texts.sendAnyway}
            </Button>
          }
        >
          {answered}
        </Banner>
      )}
      {slash && found && <CannedList found={found} active={active} onPick={take} />}
      <Textarea
        aria-label={texts[mode]}
        ref={area}
        aria-autocomplete={profile.artifactsEnabled ? "list" : undefined}
        aria-controls={slash && found ? CANNED : undefined}
        aria-activedescendant={slash && found?.[active] ? optionId(active) : undefined}
        placeholder={
          mode === "note"
            ? texts.notePlaceholder
            : profile.artifactsEnabled
              ? texts.replyOrCanned
              : texts.replyPlaceholder
        }
        rows={2}
        value={text}
        onChange={({ target }) => {
          tell(mode === "reply" && target.value !== "");
          setDraft((now) => ({
            ...now,
            [mode]: target.value,
            since: now.reply === "" ? chat.seq : now.since,
          }));
          setCaret(target.selectionStart);
          setActive(0);
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onKeyDown={onKey}
        className="w-full"
      />
      {file && (
        <ul>
          <Chip name={file.name} removeLabel={texts.detach(file.name)} onRemove={() => attach(undefined)} />
        </ul>
      )}
      <div className="flex items-center justify-end gap-3">
        {mode === "reply" && hasTemplates && (
          <IconButton
            label={texts.template}
            icon={<LayoutTemplate aria-hidden />}
            onClick={() => setChoosing(true)}
          />
        )}
        {mode === "reply" && profile.artifactsEnabled && (
          <Attach channelType={chat.channelType} onPick={attach} />
        )}
        {left < TELL_LEFT && <span className="text-xs tabular-nums">{texts.letters(left)}</span>}
        <Button
          tone="primary"
          type="submit"
          busy={busy}
          disabledReason={blocked ? texts.windowClosed : isEmpty ? texts.empty : undefined}
          icon={mode === "reply" ? <SendHorizontal aria-hidden /> : <StickyNote aria-hidden />}
        >
          {mode === "reply" ? texts.send : texts.saveNote}
        </Button>
        {mode === "reply" && (
          <SendMenu
            disabled={blocked || isEmpty}
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
