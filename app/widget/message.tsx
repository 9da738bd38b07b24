/** @jsxImportSource preact */
import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import type { WidgetTexts } from "#texts/widget.ts";
import { kindOf } from "#workers/contract/media.ts";
import type { Button, MessageBody } from "#workers/contract/message-body.ts";
import { Linked, OutLink } from "./linked.tsx";
import { MediumShown } from "./media.tsx";

export interface Drawing {
  texts: WidgetTexts;
  /** The token that was pressed of this message's; undefined while none was. */
  pressed: string | undefined;
  /** Whether anything of it can be pressed. */
  usable: boolean;
  press: (token: string, label: string) => void;
  file: (fileId: string) => Promise<Blob>;
}

/** Kinds that use the whole width of the log. */
export const isWide = ({ kind }: MessageBody): boolean => kind === "list" || kind === "carousel";

/** The content of a message. Words stay words: nothing that somebody wrote becomes markup. */
export function Body({ body, ...drawing }: Drawing & { body: MessageBody }) {
  const { texts } = drawing;
  switch (body.kind) {
    case "text":
    case "edit":
    case "system":
      return <Linked texts={texts} text={body.text} />;
    case "template":
      return <Linked texts={texts} text={body.rendered} />;
    case "formAnswer":
      return <>{body.label}</>;
    case "reaction":
      return <>{body.emoji}</>;
    case "contact":
      return <>{body.contacts.map(({ name, phones }) => [name, ...phones].join(" ")).join(", ")}</>;
    case "image":
    case "video":
    case "audio":
    case "document":
      return (
        <>
          <MediumShown kind={body.kind} medium={body.medium} {...drawing} />
          {body.caption && <Linked texts={texts} text={body.caption} />}
        </>
      );
    case "location":
      return (
        <>
          {[body.name, body.address].filter(Boolean).join(", ")}{" "}
          <OutLink
            texts={texts}
            href={`https://www.openstreetmap.org/?mlat=${body.latitude}&mlon=${body.longitude}#map=16/${body.latitude}/${body.longitude}`}
          >
            {texts.map}
          </OutLink>
        </>
      );
    case "buttons":
      return (
        <>
          {body.medium && <MediumShown kind={kindOf(body.medium)} medium={body.medium} {...drawing} />}
          <Framed texts={texts} {...body} />
          <Choices {...drawing} buttons={body.buttons} />
        </>
      );
    case "list":
      return (
        <>
          <Framed texts={texts} {...body} />
          <details open={drawing.usable && drawing.pressed === undefined}>
            <summary>{body.open}</summary>
            {body.sections.map((section, at) => (
              <div class="rows" role="group" aria-label={section.title ?? body.open} key={at}>
                {section.title && <strong>{section.title}</strong>}
                {section.rows.map(({ token, label, description }) => (
                  <Choice {...drawing} token={token} label={label} key={token}>
                    {description && <small>{description}</small>}
                  </Choice>
                ))}
              </div>
            ))}
          </details>
        </>
      );
    case "carousel":
      return (
        <>
          {body.text && <Linked texts={texts} text={body.text} />}
          <Cards texts={texts} count={body.cards.length}>
            {body.cards.map((card, at) => (
              <li class="card" key={at} aria-label={texts.card(at + 1, body.cards.length)}>
                {card.medium && <MediumShown kind={kindOf(card.medium)} medium={card.medium} {...drawing} />}
                {card.title && <h3>{card.title}</h3>}
                {card.text && <Linked texts={texts} text={card.text} />}
                <Choices {...drawing} buttons={card.buttons} />
              </li>
            ))}
          </Cards>
        </>
      );
    case "echo":
      return <Body {...drawing} body={body.body} />;
    case "flow":
    case "revoke":
    case "unsupported":
      return <>{texts.unknown}</>;
    default:
      return body satisfies never;
  }
}

/** Words between a header and a footer, each a line of its own. */
function Framed({
  texts,
  header,
  text,
  footer,
}: {
  texts: WidgetTexts;
  header?: string | undefined;
  text: string;
  footer?: string | undefined;
}) {
  return (
    <>
      {header && (
        <strong>
          {header}
          {"\n"}
        </strong>
      )}
      <Linked texts={texts} text={text} />
      {footer && (
        <small class="small">
          {"\n"}
          {footer}
        </small>
      )}
    </>
  );
}

function Choices({ buttons, ...drawing }: Drawing & { buttons: readonly Button[] }) {
  if (buttons.length === 0) return null;
  return (
    <div class="choices">
      {buttons.map((button, at) => {
        switch (button.kind) {
          case "reply":
            return <Choice {...drawing} token={button.token} label={button.label} key={at} />;
          case "url":
            return (
              <OutLink texts={drawing.texts} href={button.url} className="choice" key={at}>
                {button.label}
              </OutLink>
            );
          case "call":
            return (
              <a class="choice" href={`tel:${button.number.replace(/[^+\d]/g, "")}`} key={at}>
                {drawing.texts.callNumber(button.label, button.number)}
              </a>
            );
          default:
            return button satisfies never;
        }
      })}
    </div>
  );
}

/** One of several answers: once one was given, all of them are out of use. */
function Choice({
  texts,
  token,
  label,
  pressed,
  usable,
  press,
  children,
}: Drawing & { token: string; label: string; children?: ComponentChildren }) {
  const chosen = pressed === token;
  return (
    <button
      type="button"
      class="choice"
      disabled={!usable || pressed !== undefined}
      {...(chosen && { "data-chosen": "" })}
      onClick={() => press(token, label)}
    >
      {chosen && (
        <>
          <span aria-hidden="true">✓ </span>
          <span class="hidden">{texts.chosen}: </span>
        </>
      )}
      {label}
      {children}
    </button>
  );
}

function Cards({
  texts,
  count,
  children,
}: {
  texts: WidgetTexts;
  count: number;
  children: ComponentChildren;
}) {
  const list = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  const show = (next: number) => {
    const { current } = list;
    const card = current?.children[next];
    if (!current || !(card instanceof HTMLElement)) return;
    current.scrollTo({ left: card.offsetLeft - current.offsetLeft });
    setAt(next);
  };
  return (
    <div role="group" aria-label={texts.carousel}>
      {/* Scrolled by touch, by its own buttons, and by the arrow keys once it has the focus. */}
      <ul class="cards" ref={list} tabIndex={0} aria-label={texts.carousel}>
        {children}
      </ul>
      {count > 1 && (
        <div class="step">
          <button type="button" disabled={at === 0} aria-label={texts.previous} onClick={() => show(at - 1)}>
            ‹
          </button>
          <button
            type="button"
            disabled={at === count - 1}
            aria-label={texts.next}
            onClick={() => show(at + 1)}
          >
            ›
          </button>
        </div>
      )}
    </div>
  );
}
