import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { Capabilities } from "#workers/contract/capabilities.ts";
import type { Button, MessageBody } from "#workers/contract/message-body.ts";

/** The sentence for what a channel cannot carry; undefined where it can. Nothing is ever cut to make it fit. */
export function whyNot(body: MessageBody, can: Capabilities): string | undefined {
  if (!can.kinds.includes(body.kind)) return texts.kind(body.kind);
  switch (body.kind) {
    case "text":
    case "edit":
      return wordsFit(body.text, can);
    case "template":
      return tooLong(body.rendered, can);
    case "image":
    case "video":
    case "audio":
    case "document":
      return (body.caption ?? "").length > can.caption ? texts.captionTooLong(can.caption) : undefined;
    case "buttons":
      return wordsFit(body.text, can) ?? buttonsFit(body.buttons, can);
    case "list":
      return wordsFit(body.text, can) ?? rowsFit(body.sections, can);
    case "carousel":
      if (body.cards.length > can.cards) return texts.tooManyCards(can.cards);
      return tooLong(body.text ?? "", can) ?? first(body.cards, ({ buttons }) => buttonsFit(buttons, can));
    case "location":
    case "contact":
    case "reaction":
    case "formAnswer":
    case "revoke":
    case "system":
    case "unsupported":
    case "echo":
      return undefined;
    default:
      return body satisfies never;
  }
}

const tooLong = (text: string, { text: most }: Capabilities): string | undefined =>
  text.length > most ? texts.textTooLong(most) : undefined;

const wordsFit = (text: string, can: Capabilities): string | undefined =>
  text.trim() === "" ? texts.empty : tooLong(text, can);

function first<T>(all: readonly T[], why: (one: T) => string | undefined): string | undefined {
  for (const one of all) {
    const reason = why(one);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function buttonsFit(buttons: readonly Button[], { buttons: { most, label } }: Capabilities) {
  if (buttons.length > most) return texts.tooManyButtons(most);
  return first(buttons, (each) =>
    each.label.length > label ? texts.buttonTooLong(each.label, label) : undefined,
  );
}

function rowsFit(
  sections: readonly { rows: readonly { label: string; description?: string | undefined }[] }[],
  { rows: { most, label, description } }: Capabilities,
) {
  const rows = sections.flatMap((section) => section.rows);
  if (rows.length > most) return texts.tooManyRows(most);
  return first(rows, (row) => {
    if (row.label.length > label) return texts.rowTooLong(row.label, label);
    const over = (row.description ?? "").length > description;
    return over ? texts.descriptionTooLong(row.label, description) : undefined;
  });
}
