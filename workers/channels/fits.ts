import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { Capabilities } from "#workers/contract/capabilities.ts";
import type { BodyOf, Button, MessageBody } from "#workers/contract/message-body.ts";

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
      return wordsFit(body.text, can) ?? rowsFit(body, can);
    case "carousel":
      if (body.cards.length > can.cards) return texts.tooManyCards(can.cards);
      return tooLong(body.text ?? "", can) ?? first(body.cards, ({ buttons }) => buttonsFit(buttons, can));
    case "flow":
      return (
        wordsFit(body.text, can) ??
        (body.button.trim() === "" ? texts.noLabel : undefined) ??
        (body.button.length > can.buttons.label
          ? texts.buttonTooLong(body.button, can.buttons.label)
          : undefined)
      );
    case "reaction":
      return body.to === "" ? texts.noReaction : undefined;
    case "contact":
      return body.contacts.some(nobody) || body.contacts.length === 0 ? texts.noContact : undefined;
    case "location":
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

const nobody = ({ name, phones }: BodyOf<"contact">["contacts"][number]): boolean =>
  name.trim() === "" && phones.length === 0;

const wordsFit = (text: string, can: Capabilities): string | undefined =>
  text.trim() === "" ? texts.empty : tooLong(text, can);

function first<T>(all: readonly T[], why: (one: T) => string | undefined): string | undefined {
  for (const one of all) {
    const reason = why(one);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** Checks what people press: each has a label, and a token that tells it from the others. */
function pressed(
  all: readonly { label: string; token?: string }[],
  why: (label: string) => string | undefined,
) {
  const tokens = all.flatMap(({ token }) => token ?? []);
  if (tokens.includes("") || new Set(tokens).size < tokens.length) return texts.sameToken;
  return first(all, ({ label }) => (label.trim() === "" ? texts.noLabel : why(label)));
}

function buttonsFit(buttons: readonly Button[], { buttons: { most, label } }: Capabilities) {
  if (buttons.length > most) return texts.tooManyButtons(most);
  const dead = buttons.find((each) => each.kind === "url" && !/^https?:\/\/\S+$/i.test(each.url));
  if (dead) return texts.badLink(dead.label);
  return pressed(buttons, (words) => (words.length > label ? texts.buttonTooLong(words, label) : undefined));
}

type Row = BodyOf<"list">["sections"][number]["rows"][number];

function rowsFit(body: BodyOf<"list">, { rows: { most, label, description } }: Capabilities) {
  const rows: Row[] = body.sections.flatMap((section) => section.rows);
  if (rows.length > most) return texts.tooManyRows(most);
  if (body.open.trim() === "") return texts.noLabel;
  const described = first(rows, (row) =>
    (row.description ?? "").length > description
      ? texts.descriptionTooLong(row.label, description)
      : undefined,
  );
  return (
    described ?? pressed(rows, (words) => (words.length > label ? texts.rowTooLong(words, label) : undefined))
  );
}
