import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { Button } from "#workers/contract/message-body.ts";
import { CALLBACK_BYTES } from "./capabilities.ts";

interface Keyboard {
  /** One button a row: labels stay whole on a narrow screen. */
  rows: Record<string, string>[][];
  /** Lines for buttons that no keyboard can hold: Telegram has none that calls. */
  lines: string[];
}

export function keyboardOf(buttons: readonly Button[]): Keyboard | { refused: string } {
  const rows: Keyboard["rows"] = [];
  const lines: string[] = [];
  for (const button of buttons) {
    if (button.kind === "call") {
      lines.push(`${button.label}: ${button.number}`);
    } else if (button.kind === "url") {
      rows.push([{ text: button.label, url: button.url }]);
    } else {
      const bytes = new TextEncoder().encode(button.token).length;
      if (bytes === 0 || bytes > CALLBACK_BYTES) return { refused: texts.tokenTooLong(CALLBACK_BYTES) };
      rows.push([{ text: button.label, callback_data: button.token }]);
    }
  }
  return { rows, lines };
}
