import { MapPin } from "lucide-react";
import type { ReactNode } from "react";
import { Formatted } from "#app/features/message-words/formatted.tsx";
import { chatRatingTexts as ratingTexts } from "#texts/chat-rating.ts";
import { chatsTexts } from "#texts/chats.ts";
import type { ChangedMessage } from "#workers/contract/chat-events.ts";
import {
  type BodyOf,
  type Button,
  mediumOf,
  type MessageBody,
  wordsOf,
} from "#workers/contract/message-body.ts";
import { ratingComment, ratingIn } from "#workers/contract/rating.ts";
import { Attachment } from "./attachment.tsx";

const texts = chatsTexts.about;

/** The words of a message; a rating by its meaning, with the comment beside it. */
export function saidIn(body: MessageBody): string {
  const rated = body.kind === "formAnswer" ? ratingIn(body) : undefined;
  if (!rated) return wordsOf(body);
  return [ratingTexts.rated(rated.rating), ratingComment(body)].filter(Boolean).join("\n");
}

/** All that a message says, in the way of its kind; `edited` are its words as they are now. */
export function Said({
  messageId,
  body: sent,
  edited,
}: {
  messageId: string;
  body: MessageBody;
  edited?: string | undefined;
}): ReactNode {
  const body = sent.kind === "echo" ? sent.body : sent;
  const medium = mediumOf(body);
  const words = edited ?? saidIn(body);
  switch (body.kind) {
    case "location":
      return <Location {...body} />;
    case "contact":
      return <Contacts {...body} />;
    case "revoke":
      return <p className="italic">{texts.deletedOther}</p>;
    case "reaction":
      return <p className="italic">{body.emoji ? texts.reactedOther(body.emoji) : texts.reactionGone}</p>;
    case "edit":
      return (
        <>
          <p className="italic">{texts.editedOther}</p>
          <Words text={words} />
        </>
      );
    case "unsupported":
      return <p className="italic">{[chatsTexts.unsupported, body.type].filter(Boolean).join(": ")}</p>;
    default:
      return (
        <>
          {medium && <Attachment messageId={messageId} kind={medium.kind} name={medium.medium.name ?? ""} />}
          <Words text={words} />
          <Choices of={choicesOf(body)} />
          {!medium && words === "" && <p className="italic">{texts.wordless}</p>}
        </>
      );
  }
}

function Words({ text }: { text: string }) {
  if (text === "") return null;
  return (
    <p dir="auto" className="[overflow-wrap:anywhere] whitespace-pre-wrap">
      <Formatted text={text} />
    </p>
  );
}

/** Labels of what a message offered to be pressed, in order. */
function choicesOf(body: MessageBody): string[] {
  const ofButtons = (buttons: readonly Button[]) => buttons.map(({ label }) => label);
  switch (body.kind) {
    case "buttons":
      return ofButtons(body.buttons);
    case "list":
      return body.sections.flatMap(({ rows }) => rows.map(({ label }) => label));
    case "carousel":
      return body.cards.flatMap(({ title, buttons }) => [...(title ? [title] : []), ...ofButtons(buttons)]);
    case "flow":
      return [body.button];
    default:
      return [];
  }
}

function Choices({ of: labels }: { of: readonly string[] }) {
  if (labels.length === 0) return null;
  return (
    <ul aria-label={texts.choices} className="flex flex-wrap gap-1 text-[0.8125rem]">
      {labels.map((label, at) => (
        <li key={at} className="rounded-full border border-current px-2 py-0.5 [overflow-wrap:anywhere]">
          <bdi>{label}</bdi>
        </li>
      ))}
    </ul>
  );
}

function Location({ latitude, longitude, name, address }: BodyOf<"location">) {
  const place = `${latitude},${longitude}`;
  return (
    <>
      <Words text={[name, address].filter(Boolean).join(", ")} />
      <a
        href={`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`}
        target="_blank"
        rel="noreferrer"
        className="inline-flex items-center gap-1 underline"
      >
        <MapPin aria-hidden className="size-4 shrink-0" />
        {texts.location} ({place})
      </a>
    </>
  );
}

function Contacts({ contacts }: BodyOf<"contact">) {
  return (
    <ul className="grid gap-1">
      {contacts.map(({ name, phones }, at) => (
        <li key={at}>
          <bdi className="font-medium">{name}</bdi>
          {phones.length > 0 && <bdi className="block tabular-nums">{phones.join(", ")}</bdi>}
        </li>
      ))}
    </ul>
  );
}

/** Shows the beginning of the message that is answered. */
export function Quoted({ of: { text } }: { of: NonNullable<ChangedMessage["quoted"]> }) {
  return (
    <blockquote
      aria-label={texts.quoted}
      className="line-clamp-2 border-s-2 border-current ps-2 text-[0.8125rem] opacity-90"
    >
      <bdi>{text || texts.wordless}</bdi>
    </blockquote>
  );
}
