import { ExternalLink } from "lucide-react";
import { useEffect, useRef } from "react";
import { useQueryOf } from "#app/data/query.ts";
import { Kbd } from "#app/components/ui/kbd.tsx";
import { useSettled } from "#app/lib/use-settled.ts";
import { useSession } from "#app/session/session.ts";
import { chatSuggestionsTexts as texts } from "#texts/chat-summary.ts";
import type { ChangedMessage } from "#workers/contract/chat-events.ts";
import { type ChatSuggestion, chatSuggestions } from "#workers/contract/endpoints/chat-summary.ts";
import { type ChatEntry, getChat } from "#workers/contract/endpoints/chats.ts";
import { filledIn } from "./canned.ts";

const SHOWN = 3;
const DELAY_MS = 400;

/** The customer's last message, where no person has answered since. */
function lastWords(messages: readonly ChangedMessage[]): string | undefined {
  const last = messages.findLast(({ by }) => by === "customer" || by === "person");
  return last?.by === "customer" ? last.id : undefined;
}

/** Answers that could be given to the customer's last words; a press or Alt and a number puts one into the text, never sends it. */
export function Suggestions({ chat, onTake }: { chat: ChatEntry; onTake: (words: string) => void }) {
  const { chatId } = chat;
  const { profile } = useSession();
  // The pane around it asks for the chat.
  const { answer } = useQueryOf(getChat, { params: { id: chatId }, query: {} }, { enabled: false });
  const last = lastWords(answer?.messages ?? []);
  const settled = useSettled(last, DELAY_MS);
  // Help that does not come is none: the chat is answered without it.
  const { answer: found } = useQueryOf(
    chatSuggestions,
    { params: { id: chatId }, query: { messageId: settled } },
    { enabled: settled !== undefined },
  );
  const shown = last !== undefined && found?.messageId === last ? found.suggestions.slice(0, SHOWN) : [];
  const wordsOf = ({ kind, text }: ChatSuggestion) =>
    kind === "canned" ? filledIn(text, chat, profile.name) : text;
  useAltNumbers((at) => {
    const one = shown[at];
    if (one) onTake(wordsOf(one));
    return one !== undefined;
  });
  if (shown.length === 0) return null;
  return (
    <div className="grid min-w-0 gap-1">
      <p role="status" className="sr-only">
        {texts.found(shown.length)}
      </p>
      <ul aria-label={texts.title} className="flex min-w-0 gap-2 overflow-x-auto p-0.5">
        {shown.map((one, at) => (
          <li
            key={at}
            className="flex max-w-72 min-w-40 flex-1 items-stretch rounded-lg border border-line bg-surface"
          >
            <button
              type="button"
              title={wordsOf(one)}
              onClick={() => onTake(wordsOf(one))}
              className="min-w-0 flex-1 rounded-lg px-2.5 py-1 text-start hover:bg-hover"
            >
              <span className="flex items-center gap-2">
                <span dir="auto" className="min-w-0 flex-1 truncate">
                  {wordsOf(one)}
                </span>
                <Kbd>{texts.key(at + 1)}</Kbd>
              </span>
              <span className="block truncate text-xs text-muted">
                <bdi>{one.title}</bdi>
                {" · "}
                <bdi>{one.source}</bdi>
              </span>
            </button>
            {one.url !== null && (
              <a
                href={one.url}
                target="_blank"
                rel="noreferrer"
                aria-label={texts.openSource(one.source)}
                className="inline-flex w-8 shrink-0 items-center justify-center rounded-e-lg text-muted hover:bg-hover hover:text-ink"
              >
                <ExternalLink aria-hidden className="size-3.5" />
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Alt and 1 to 3, by the key's place: on some keyboards Alt makes another sign of it. Not while a dialog is open. */
function useAltNumbers(take: (at: number) => boolean): void {
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const [, number] = /^Digit([1-3])$/.exec(event.code) ?? [];
      if (number === undefined || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (document.querySelector("[role=dialog],[role=alertdialog],[role=menu]")) return;
      if (latest.current(Number(number) - 1)) event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
