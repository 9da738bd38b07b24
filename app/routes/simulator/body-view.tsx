import type { ReactNode } from "react";
import { isSafeAddress, OutLink } from "#app/components/out-link.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { simulatorTexts as texts } from "#texts/simulator.ts";
import type { Button as MessageButton, Medium, MessageBody } from "#workers/contract/message-body.ts";

type Press = (token: string, label: string) => void;

/** A message's content as the person's messenger shows it. */
export function BodyView({ body, onPress }: { body: MessageBody; onPress: Press }): ReactNode {
  switch (body.kind) {
    case "text":
    case "edit":
    case "system":
      return <Words text={body.text} />;
    case "image":
    case "video":
    case "audio":
    case "document":
      return (
        <>
          <MediumLink kind={body.kind} medium={body.medium} />
          <Words text={body.caption} />
        </>
      );
    case "location":
      return (
        <>
          <Small>{texts.kinds.location}</Small>
          <Words text={[body.name, body.address].filter(Boolean).join(", ")} />
          <Words text={texts.coordinates(body.latitude, body.longitude)} />
        </>
      );
    case "contact":
      return body.contacts.map(({ name, phones }, at) => (
        <Words key={at} text={`${name} ${phones.join(", ")}`} />
      ));
    case "buttons":
      return (
        <>
          <Words text={body.header} strong />
          {body.medium && <MediumLink kind="image" medium={body.medium} />}
          <Words text={body.text} />
          <Small>{body.footer}</Small>
          <Buttons buttons={body.buttons} onPress={onPress} />
        </>
      );
    case "list":
      return (
        <>
          <Words text={body.header} strong />
          <Words text={body.text} />
          <Small>{body.footer}</Small>
          <details>
            <summary className="min-h-7 rounded py-1 font-medium text-accent-ink">{body.open}</summary>
            {body.sections.map(({ title, rows }, at) => (
              <div key={at} className="mt-1 grid gap-1">
                <Small>{title}</Small>
                {rows.map(({ token, label, description }) => (
                  <Reply
                    key={token}
                    label={label}
                    description={description}
                    onPress={() => onPress(token, label)}
                  />
                ))}
              </div>
            ))}
          </details>
        </>
      );
    case "carousel":
      return (
        <>
          <Words text={body.text} />
          {body.cards.map((card, at) => (
            <div key={at} className="grid gap-1 rounded-lg border border-line p-2">
              {card.medium && <MediumLink kind="image" medium={card.medium} />}
              <Words text={card.title} strong />
              <Words text={card.text} />
              <Buttons buttons={card.buttons} onPress={onPress} />
            </div>
          ))}
        </>
      );
    case "template":
      return (
        <>
          <Words text={body.rendered} />
          {body.buttons.map(({ place, kind, value }) =>
            kind === "reply" ? (
              <Reply
                key={place}
                label={texts.buttonAt(place + 1)}
                onPress={() => onPress(value, texts.buttonAt(place + 1))}
              />
            ) : (
              <Words key={place} text={value} />
            ),
          )}
        </>
      );
    case "formAnswer":
      return <Words text={body.label} />;
    case "reaction":
      return <Words text={body.emoji || texts.kinds.reaction} />;
    case "revoke":
      return <Small>{texts.kinds.revoke}</Small>;
    case "unsupported":
      return <Small>{texts.kinds.unsupported}</Small>;
    case "echo":
      return <BodyView body={body.body} onPress={onPress} />;
    default:
      return body satisfies never;
  }
}

function Words({ text, strong = false }: { text: string | undefined; strong?: boolean }) {
  if (!text) return null;
  return (
    <p dir="auto" className={`[overflow-wrap:anywhere] whitespace-pre-wrap ${strong ? "font-semibold" : ""}`}>
      {text}
    </p>
  );
}

const Small = ({ children }: { children: ReactNode }) =>
  children ? <p className="text-xs text-muted">{children}</p> : null;

/** Never the picture itself: loading one tells its owner who reads (S-28). */
function MediumLink({ kind, medium }: { kind: "image" | "video" | "audio" | "document"; medium: Medium }) {
  const name = medium.name ?? texts.kinds[kind];
  if (!medium.url || !isSafeAddress(medium.url)) return <Words text={name} />;
  return (
    <p className="[overflow-wrap:anywhere]">
      <OutLink href={medium.url}>{name}</OutLink>
    </p>
  );
}

const Buttons = ({ buttons, onPress }: { buttons: readonly MessageButton[]; onPress: Press }) => (
  <div className="mt-1 grid gap-1">
    {buttons.map((button, at) => {
      if (button.kind === "reply") {
        const { token, label } = button;
        return <Reply key={at} label={label} onPress={() => onPress(token, label)} />;
      }
      if (button.kind === "call") return <Words key={at} text={`${button.label}: ${button.number}`} />;
      return isSafeAddress(button.url) ? (
        <p key={at}>
          <OutLink href={button.url}>{button.label}</OutLink>
        </p>
      ) : (
        <Words key={at} text={`${button.label}: ${button.url}`} />
      );
    })}
  </div>
);

const Reply = ({
  label,
  description,
  onPress,
}: {
  label: string;
  description?: string | undefined;
  onPress: () => void;
}) => (
  <Button size="sm" className="h-auto w-full whitespace-normal" onClick={onPress}>
    <span className="min-w-0 [overflow-wrap:anywhere]">
      {label}
      {description && <span className="block text-xs font-normal text-muted">{description}</span>}
    </span>
  </Button>
);
