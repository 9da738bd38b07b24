import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { cx } from "#app/components/ui/cx.ts";
import { chatsTexts as texts } from "#texts/chats.ts";
import type { ChatEntry } from "#workers/contract/endpoints/chats.ts";
import { replaced, type TypedKind, typedAt } from "./typed-at.ts";
import { type Offer, useOffers } from "./use-offers.ts";

const LIST = "under-caret";
const optionId = (at: number): string => `${LIST}-${at}`;

/** Where nothing fits, these say so; a sign that means something else in a sentence is left alone. */
const SAYS_NONE: ReadonlySet<TypedKind> = new Set(["canned", "variable"]);

interface UnderCaret {
  /** The list, above the text. */
  list: ReactNode;
  /** For the text. */
  control: {
    "aria-autocomplete": "list" | undefined;
    "aria-controls": string | undefined;
    "aria-activedescendant": string | undefined;
    onSelect: (event: { currentTarget: HTMLTextAreaElement }) => void;
  };
  /** The text was changed by hand. */
  typed: (caret: number) => void;
  /** Whether a key was the list's. */
  onKey: (event: KeyboardEvent) => boolean;
}

/** Offers under the caret: canned messages by `/`, variables by `{{`, colleagues by `@`, emoji by `:`. */
export function useUnderCaret({
  area,
  text,
  chat,
  kinds,
  onTake,
}: {
  area: RefObject<HTMLTextAreaElement | null>;
  text: string;
  chat: ChatEntry;
  /** Those that are offered here. */
  kinds: readonly TypedKind[];
  onTake: (text: string, offer: Offer) => void;
}): UnderCaret {
  const [caret, setCaret] = useState(text.length);
  /** The offer that is marked, by its key: the list is another one once an answer comes, and the mark stays with it. */
  const [marked, setMarked] = useState<string>();
  /** Where a list was closed: it stays so until its sign is gone or left. */
  const [shut, setShut] = useState<number>();
  const found = typedAt(text, caret, kinds);
  if (shut !== undefined && found?.from !== shut) setShut(undefined);
  const typed = found && found.from !== shut ? found : undefined;
  const { offers, closed } = useOffers(typed, chat);
  const shown = typed && offers && (offers.length > 0 || SAYS_NONE.has(typed.kind)) ? offers : undefined;
  const active = Math.max(0, shown?.findIndex(({ key }) => key === marked) ?? 0);
  /** Where the caret goes with the text that was put in: a key that follows at once must find it there. */
  const place = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (place.current === undefined) return;
    area.current?.setSelectionRange(place.current, place.current);
    place.current = undefined;
  });
  const take = (offer: Offer) => {
    if (!typed) return;
    const next = replaced(text, typed, caret, offer.words);
    // Words after a colleague's name would look for another one.
    setShut(typed.from);
    setCaret(next.caret);
    setMarked(undefined);
    place.current = next.caret;
    onTake(next.text, offer);
  };
  useEffect(() => {
    if (closed) take(closed);
  });
  return {
    list: shown && typed && <List kind={typed.kind} offers={shown} active={active} onPick={take} />,
    control: {
      "aria-autocomplete": kinds.length > 0 ? "list" : undefined,
      "aria-controls": shown ? LIST : undefined,
      "aria-activedescendant": shown?.[active] ? optionId(active) : undefined,
      onSelect: ({ currentTarget }) => setCaret(currentTarget.selectionStart),
    },
    typed: (at) => {
      setCaret(at);
      setMarked(undefined);
    },
    onKey: (event) => {
      if (!shown || !typed) return false;
      const one = shown[active];
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (by !== undefined && shown.length > 0)
        setMarked(shown[(active + by + shown.length) % shown.length]?.key);
      else if (one && (event.key === "Enter" || event.key === "Tab")) take(one);
      else if (event.key === "Escape") setShut(typed.from);
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  };
}

/** The arrow keys move, Enter takes one, Escape closes. */
function List({
  kind,
  offers,
  active,
  onPick,
}: {
  kind: TypedKind;
  offers: readonly Offer[];
  active: number;
  onPick: (one: Offer) => void;
}) {
  const { label, found, none } = texts.underCaret[kind];
  return (
    <>
      <p role="status" className="sr-only">
        {offers.length === 0 ? none : found(offers.length)}
      </p>
      <div
        id={LIST}
        role="listbox"
        aria-label={label}
        className="max-h-56 overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-pop"
      >
        {offers.length === 0 && (
          <p aria-hidden className="px-2.5 py-1.5 text-muted">
            {none}
          </p>
        )}
        {offers.map((one, at) => (
          <div
            key={one.key}
            id={optionId(at)}
            ref={at === active ? showActive : undefined}
            role="option"
            aria-selected={at === active}
            tabIndex={-1}
            // The focus stays in the text, whose keys do the same.
            onPointerDown={(event) => {
              event.preventDefault();
              onPick(one);
            }}
            className={cx(
              "flex cursor-pointer items-center gap-2 rounded-md px-2.5 py-1.5",
              at === active && "bg-accent-soft text-accent-ink",
            )}
          >
            {one.sign && <span aria-hidden>{one.sign}</span>}
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium" dir="auto">
                {one.name}
              </span>
              <span className="block truncate text-[0.8125rem]" dir="auto">
                {one.detail}
              </span>
            </span>
          </div>
        ))}
      </div>
    </>
  );
}

const showActive = (option: HTMLElement | null): void => option?.scrollIntoView({ block: "nearest" });
