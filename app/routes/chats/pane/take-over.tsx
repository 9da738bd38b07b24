import { ChevronDown, Sparkles } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { call } from "#app/data/api.ts";
import { invalidate, useQueryOf } from "#app/data/query.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { useMedia } from "#app/components/use-media.ts";
import { useSend } from "#app/kit/use-send.ts";
import { can, useSession } from "#app/session/session.ts";
import { chatSummaryTexts as texts } from "#texts/chat-summary.ts";
import type { ChangedMessage } from "#workers/contract/chat-events.ts";
import { chatTakeOver, summariseChat } from "#workers/contract/endpoints/chat-summary.ts";
import type { ChatEntry } from "#workers/contract/endpoints/chats.ts";

const FOLDED = "chatSummaryFolded";

/** The summary from before one has the chat; once folded it stays so. Nothing where nobody had it. */
export function TakeOver({ chat, messages }: { chat: ChatEntry; messages: readonly ChangedMessage[] }) {
  const params = { id: chat.chatId };
  const { answer, failure, reload } = useQueryOf(chatTakeOver, { params });
  const [stored, setStored] = useState(() => localStorage.getItem(FOLDED));
  // A small window is the messages' unless somebody wants it otherwise.
  const isWide = useMedia("(min-width: 40rem)");
  const isFolded = stored === null ? !isWide : stored === "yes";
  const id = useId();
  // The summary names its handler and the last question and answer, so a change of these reads it again.
  const last = messages.findLast(({ by }) => by === "person" || by === "customer");
  const told = `${chat.handlingAgent} ${last?.id}`;
  const before = useRef(told);
  useEffect(() => {
    if (before.current === told) return;
    before.current = told;
    void invalidate(chatTakeOver, { params: { id: chat.chatId } });
  }, [told, chat.chatId]);
  if (failure && !answer)
    return (
      <Banner
        kind="error"
        actions={
          <Button size="sm" onClick={reload}>
            {texts.retry}
          </Button>
        }
      >
        {texts.failed}
      </Banner>
    );
  if (!answer || answer.lines.length === 0) return null;
  const fold = () => {
    const next = isFolded ? "no" : "yes";
    localStorage.setItem(FOLDED, next);
    setStored(next);
  };
  return (
    <section aria-labelledby={id} className="border-b border-line bg-sunken">
      <h3 id={id}>
        <button
          type="button"
          aria-expanded={!isFolded}
          onClick={fold}
          className="flex min-h-9 pointer-coarse:min-h-11 w-full items-center justify-between gap-2 px-3 text-start font-medium hover:bg-hover"
        >
          {texts.title}
          <ChevronDown aria-hidden className={cx("size-4 shrink-0", isFolded && "-rotate-90")} />
        </button>
      </h3>
      {!isFolded && (
        <div
          // Scrolled by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          role="group"
          aria-label={texts.title}
          className="grid max-h-48 gap-2 overflow-y-auto px-3 pb-3 text-[0.8125rem]"
        >
          <dl className="grid gap-1">
            {answer.lines.map(({ kind, text }, at) => (
              // Several may be of one kind.
              <div key={at} className="flex flex-wrap gap-x-1.5">
                <dt className="text-muted">{texts.kinds[kind]}</dt>
                <dd className="min-w-0 [overflow-wrap:anywhere]" dir="auto">
                  {text}
                </dd>
              </div>
            ))}
          </dl>
          {answer.asksOf !== null && <Model chat={chat} bot={answer.asksOf} />}
        </div>
      )}
    </section>
  );
}

/** The model is asked on a press alone: the customer's words leave with it. */
function Model({ chat: { chatId }, bot }: { chat: ChatEntry; bot: string }) {
  const { profile } = useSession();
  const [said, setSaid] = useState<{ text: string | null; failure: string }>();
  const { busy, failure, send } = useSend();
  if (!can(profile, ["CHAT.HANDLE"])) return null;
  const ask = () => send(() => call(summariseChat, { params: { id: chatId } }), setSaid);
  const why = failure || said?.failure;
  return (
    <>
      {said?.text && (
        <div role="status" className="grid gap-1 rounded-md border border-line bg-surface p-2">
          <p dir="auto" className="[overflow-wrap:anywhere] whitespace-pre-wrap">
            {said.text}
          </p>
          <p className="text-xs text-muted">{texts.byModel}</p>
        </div>
      )}
      {why && (
        <Banner kind="warning" live>
          {why}
        </Banner>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button size="sm" busy={busy} icon={<Sparkles aria-hidden />} onClick={() => void ask()}>
          {said?.text ? texts.askAgain : texts.ask}
        </Button>
        <span className="min-w-0 flex-1 basis-48 text-xs text-muted">{texts.askHint(bot)}</span>
      </div>
    </>
  );
}
