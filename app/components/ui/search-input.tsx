import { Search, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { uiTexts } from "#texts/ui.ts";
import { cx } from "./cx.ts";
import { controlClass } from "./field.tsx";
import { IconButton } from "./icon-button.tsx";

export const SEARCH_DEBOUNCE_MS = 500;

export interface SearchInputProps {
  label: string;
  value: string;
  /** Called 500 ms after the last key, and at once on Enter and on clearing. */
  onSearch: (text: string) => void;
  placeholder?: string;
  delay?: number;
  /** Has the focus from the beginning, where searching is all there is to do. */
  autoFocus?: boolean;
  /** How many the search has found, read out; for a screen that does not show it anyway. */
  found?: { count: number; more: boolean } | undefined;
  className?: string;
}

export function SearchInput({
  label,
  value,
  onSearch,
  placeholder = label,
  delay = SEARCH_DEBOUNCE_MS,
  autoFocus = false,
  found,
  className,
}: SearchInputProps) {
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const reported = useRef(value);
  // Back, or a cleared filter, changes the value from outside, which must not overwrite text that is being typed.
  useEffect(() => {
    if (value !== reported.current) {
      reported.current = value;
      setText(value);
    }
  }, [value]);
  const tell = (next: string) => {
    if (next === reported.current) return;
    reported.current = next;
    onSearch(next);
  };
  const latest = useRef(tell);
  useEffect(() => {
    latest.current = tell;
  });
  useEffect(() => {
    const timer = setTimeout(() => latest.current(text), delay);
    return () => clearTimeout(timer);
  }, [text, delay]);

  return (
    <div role="search" aria-label={label} className={cx("relative", className ?? "w-full max-w-xs")}>
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted"
      />
      <input
        ref={input}
        type="text"
        autoFocus={autoFocus}
        inputMode="search"
        enterKeyHint="search"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        onChange={({ target: { value: next } }) => {
          setText(next);
          // Not by a timer: Enter right after the last key takes what that key has found.
          if (delay === 0) tell(next);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter") tell(text);
          if (event.key === "Escape" && text) {
            event.stopPropagation();
            setText("");
            tell("");
          }
        }}
        className={cx(controlClass, "min-h-9 pr-9 pl-9 pointer-coarse:pr-12")}
      />
      <p role="status" className="sr-only">
        {value !== "" && found && uiTexts.found(found.count, found.more)}
      </p>
      {text && (
        <span className="absolute inset-y-0 right-1 flex items-center">
          <IconButton
            size="sm"
            label={uiTexts.clearSearch}
            icon={<X aria-hidden />}
            onClick={() => {
              setText("");
              tell("");
              input.current?.focus();
            }}
          />
        </span>
      )}
    </div>
  );
}
