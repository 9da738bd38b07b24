import type { ReactNode } from "react";
import { lazilyShown } from "#app/components/ui/lazily.tsx";
import { simulatorTexts as texts } from "#texts/simulator.ts";
import type { BodyOf, MessageBody } from "#workers/contract/message-body.ts";
import type { Look } from "#app/features/message-preview/looks.ts";
import { Buttons, ContactBox, MediumBox, PlaceBox, type Press, Reply, Rows } from "./parts.tsx";
import { Small, Words } from "./words.tsx";

const OwnMedium = lazilyShown(
  () => import("./own-medium.tsx"),
  (module) => module.OwnMedium,
  () => <Small>{texts.fetching}</Small>,
);

interface Props<Body> {
  body: Body;
  look: Look;
  /** Of the phone: its person's own files are with the channel's vendor. */
  channelId: string;
  onPress: Press;
  /** Opens the flow that a message carries. */
  onFlow?: (() => void) | undefined;
}

/** A message's content as the person's messenger shows it. */
export function BodyView({ body, look, channelId, onPress, onFlow }: Props<MessageBody>): ReactNode {
  switch (body.kind) {
    case "text":
    case "edit":
    case "system":
      return <Words look={look} text={body.text} />;
    case "image":
    case "video":
    case "audio":
    case "document":
      return (
        <>
          <MediumBox kind={body.kind} medium={body.medium} voice={body.voice} />
          {body.medium.vendorId !== undefined && (
            <OwnMedium
              {...{ channelId }}
              kind={body.kind}
              id={body.medium.vendorId}
              name={body.voice ? texts.kinds.voice : (body.medium.name ?? texts.kinds[body.kind])}
            />
          )}
          <Words look={look} text={body.caption} />
        </>
      );
    case "location":
      return <PlaceBox body={body} />;
    case "contact":
      return body.contacts.map((contact, at) => <ContactBox key={at} {...contact} />);
    case "buttons":
    case "list":
      return (
        <>
          <Words look={look} text={body.header} strong />
          {body.kind === "buttons" && body.medium && <MediumBox kind="image" medium={body.medium} />}
          <Words look={look} text={body.text} />
          <Small>{body.footer}</Small>
          {body.kind === "list" ? (
            <Rows {...{ body, onPress }} />
          ) : (
            <Buttons buttons={body.buttons} onPress={onPress} />
          )}
        </>
      );
    case "flow":
      return (
        <>
          <Words look={look} text={body.header} strong />
          <Words look={look} text={body.text} />
          <Small>{body.footer}</Small>
          {onFlow && <Reply label={body.button} onPress={onFlow} />}
        </>
      );
    case "carousel":
      return <Carousel {...{ body, look, onPress }} />;
    case "template":
      return <Template {...{ body, look, onPress, onFlow }} />;
    case "formAnswer":
      return <Words look={look} text={body.label} />;
    case "reaction":
      return <Words look={look} text={body.emoji || texts.kinds.reaction} />;
    case "revoke":
      return <Small>{texts.kinds.revoke}</Small>;
    case "unsupported":
      return <Small>{texts.kinds.unsupported}</Small>;
    case "echo":
      return <BodyView {...{ look, channelId, onPress }} body={body.body} />;
    default:
      return body satisfies never;
  }
}

/** Cards side by side, in a box that scrolls and that keys reach. */
const Carousel = ({ body: { text, cards }, look, onPress }: Omit<Props<BodyOf<"carousel">>, "channelId">) => (
  <>
    <Words look={look} text={text} />
    <div
      role="region"
      aria-label={texts.cards(cards.length)}
      tabIndex={0}
      className="relative flex snap-x gap-2 overflow-x-auto pb-1"
    >
      {cards.map((card, at) => (
        <div
          key={at}
          className="grid w-48 shrink-0 snap-start content-start gap-1 rounded-lg border border-current/25 p-2"
        >
          {card.medium && <MediumBox kind="image" medium={card.medium} />}
          <Words look={look} text={card.title} strong />
          <Words look={look} text={card.text} />
          <Buttons buttons={card.buttons} onPress={onPress} />
        </div>
      ))}
    </div>
  </>
);

/** The labels of a template's buttons lie with the vendor: they are shown by their place, links and codes as they are. */
const Template = ({
  body: { header, rendered, buttons },
  look,
  onPress,
  onFlow,
}: Omit<Props<BodyOf<"template">>, "channelId">) => (
  <>
    {header &&
      (header.kind === "text" ? (
        <Words look={look} text={header.text} strong />
      ) : (
        <MediumBox kind={header.kind} medium={header.medium} />
      ))}
    <Words look={look} text={rendered} />
    {buttons.map(({ place, kind, value }) => {
      const label = texts.buttonAt(place + 1);
      if (kind === "flow") return onFlow && <Reply key={place} label={label} onPress={onFlow} />;
      return kind === "reply" ? (
        <Reply key={place} label={label} onPress={() => onPress(value, label)} />
      ) : (
        <p key={place} className="[overflow-wrap:anywhere]">
          {texts.callAt(label, value)}
        </p>
      );
    })}
  </>
);
