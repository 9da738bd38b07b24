import { Bold, Code, Italic, Strikethrough } from "lucide-react";
import type { RefObject } from "react";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { type Mark, marks } from "#app/features/message-words/marks.ts";
import { chatsTexts as texts } from "#texts/chats.ts";
import { formatEdit, typeEdit } from "./formats.ts";

const ICONS = { bold: Bold, italic: Italic, strike: Strikethrough, mono: Code };
const KEYS: Readonly<Record<string, Mark>> = { b: "bold", i: "italic" };
const SHORTCUTS: Partial<Record<Mark, string>> = { bold: "Ctrl + B", italic: "Ctrl + I" };

type Area = RefObject<HTMLTextAreaElement | null>;

function format({ current }: Area, mark: Mark): void {
  if (!current) return;
  const { value, selectionStart: from, selectionEnd: to } = current;
  typeEdit(current, formatEdit(value, { from, to }, mark));
}

/** Whether a key was one of a format. */
export function formatKey(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">, area: Area) {
  const mark = (event.ctrlKey || event.metaKey) && !event.altKey && KEYS[event.key.toLowerCase()];
  if (mark) format(area, mark);
  return Boolean(mark);
}

/** Formats for the words that are selected. */
export function FormatButtons({ area }: { area: Area }) {
  return (
    <span role="group" aria-label={texts.format.label} className="flex">
      {marks.map((mark) => {
        const Icon = ICONS[mark];
        return (
          <IconButton
            key={mark}
            size="sm"
            label={texts.format[mark]}
            shortcut={SHORTCUTS[mark] ?? ""}
            icon={<Icon aria-hidden />}
            // The focus stays in the text.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => format(area, mark)}
          />
        );
      })}
    </span>
  );
}
