import type { ReactNode } from "react";
import { lazilyShown } from "#app/components/ui/lazily.tsx";
import { simulatorTexts as texts } from "#texts/simulator.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";
import { Buttons, type BodyProps, Reply } from "./parts.tsx";
import { Small, Words } from "./words.tsx";

/** Hardly any conversation has such, so that no first visit waits for them. */
const Rare = lazilyShown(
  () => import("./rare-body.tsx"),
  (module) => module.RareBody,
  () => <Small>{texts.fetching}</Small>,
);

/** A message's content as the person's messenger shows it. */
export function BodyView({ body, look, channelId, onPress, onFlow }: BodyProps<MessageBody>): ReactNode {
  switch (body.kind) {
    case "text":
    case "edit":
    case "system":
      return <Words look={look} text={body.text} />;
    case "image":
    case "video":
    case "audio":
    case "document":
    case "location":
    case "contact":
    case "carousel":
    case "template":
      return <Rare {...{ body, look, channelId, onPress, onFlow }} />;
    case "buttons":
    case "list":
      return (
        <>
          <Words look={look} text={body.header} strong />
          {body.kind === "buttons" && body.medium && (
            <Rare {...{ look, channelId, onPress }} body={{ kind: "image", medium: body.medium }} />
          )}
          <Words look={look} text={body.text} />
          <Small>{body.footer}</Small>
          {body.kind === "list" ? (
            <Rare {...{ body, look, channelId, onPress }} />
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
