import { RotateCcw, SendHorizontal } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { SidePanel } from "#app/components/ui/side-panel.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { botsTexts as texts } from "#texts/bots.ts";
import { tryItTexts } from "#texts/try-it.ts";
import { whyTexts } from "#texts/why.ts";
import { ChatLine } from "./chat-line.tsx";
import { useChat } from "./use-chat.ts";
import type { TrainingControl } from "../training/use-training.ts";

const DETAILS_KEY = "tryItDetails";

/** The bot as customers see it, beside the dimmed editor. The session is kept while the panel is closed. */
export function TryItPanel({
  agentId,
  first,
  open,
  onClose,
  training,
}: {
  agentId: string;
  /** Already written for whoever comes to try it. */
  first: string;
  open: boolean;
  onClose: () => void;
  training: TrainingControl;
}) {
  const chat = useChat(agentId);
  const [text, setText] = useState(first);
  const [details, setDetails] = useState(() => localStorage.getItem(DETAILS_KEY) === "1");
  const input = useRef<HTMLInputElement>(null);
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    end.current?.scrollIntoView({ block: "end" });
  }, [chat.lines.length, chat.waiting]);

  const say = (words: string) => {
    if (words.trim() === "" || chat.waiting) return;
    void chat.send(words.trim());
    input.current?.focus();
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (chat.waiting) return;
    say(text);
    setText("");
  };

  return (
    <SidePanel
      open={open}
      onClose={onClose}
      title={texts.tryIt}
      footer={
        <form onSubmit={send} className="flex w-full gap-2">
          <TextInput
            ref={input}
            autoFocus
            data-autofocus
            aria-label={texts.yourMessage}
            placeholder={texts.startTyping}
            autoComplete="off"
            maxLength={2_000}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <IconButton type="submit" label={texts.send} side="top" icon={<SendHorizontal aria-hidden />} />
        </form>
      }
    >
      <div className="flex min-h-full flex-col">
        <div className="mb-2 flex items-center justify-between gap-2">
          <Checkbox
            label={tryItTexts.showDetails}
            checked={details}
            onChange={(on) => {
              setDetails(on);
              localStorage.setItem(DETAILS_KEY, on ? "1" : "");
            }}
          />
          <Button
            size="sm"
            tone="ghost"
            icon={<RotateCcw aria-hidden />}
            disabledReason={chat.lines.length === 0 ? whyTexts.nothingSaid : undefined}
            onClick={chat.startOver}
          >
            {texts.startOver}
          </Button>
        </div>
        <div
          role="log"
          aria-label={texts.conversation}
          aria-busy={chat.waiting}
          className="grid flex-1 grid-cols-1 content-end gap-3"
        >
          {chat.lines.length === 0 && <p className="py-8 text-center text-muted">{texts.tryItHint}</p>}
          {chat.lines.map((line, at) => (
            <ChatLine
              key={line.id}
              agentId={agentId}
              line={line}
              details={details}
              training={training}
              open={at === chat.lines.length - 1 && !chat.waiting}
              onRetry={() => void chat.retry(line)}
              onChoose={say}
            />
          ))}
          {chat.waiting && (
            <p className="flex items-center gap-2 text-muted">
              <span aria-hidden className="flex gap-1">
                <span className="size-1.5 animate-bounce rounded-full bg-muted" />
                <span className="size-1.5 animate-bounce rounded-full bg-muted" />
                <span className="size-1.5 animate-bounce rounded-full bg-muted" />
              </span>
              <span className="sr-only">{texts.answering}</span>
            </p>
          )}
        </div>
        <div ref={end} />
      </div>
    </SidePanel>
  );
}
