import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { BodyOf } from "#workers/contract/message-body.ts";
import { sourceOf } from "../media.ts";

type Template = BodyOf<"template">;
type Parameter = Template["body"][number];
type Made = { type: "template"; template: Record<string, unknown> } | { refused: string };

/** A template's variables; only the components that carry one are sent. */
export function templateOf({ name, language, header, body, buttons, cards, offerEndsAt }: Template): Made {
  const parts: (Component | undefined)[] = [
    headerOf(header),
    bodyOf(body),
    offerEndsAt === undefined
      ? undefined
      : {
          type: "limited_time_offer",
          parameters: [
            { type: "limited_time_offer", limited_time_offer: { expiration_time_ms: offerEndsAt } },
          ],
        },
    ...buttons.map(buttonOf),
    cards && {
      type: "carousel",
      cards: cards.map((card, index) => ({
        card_index: index,
        components: [headerOf(card.header), bodyOf(card.body)].filter((each) => each !== undefined),
      })),
    },
  ];
  const media = [header, ...body, ...(cards ?? []).flatMap((card) => [card.header, ...card.body])];
  const lost = media.some((each) => each && each.kind !== "text" && !sourceOf(each.medium));
  if (lost) return { refused: texts.noMedium };
  const components = parts.filter((each) => each !== undefined);
  return {
    type: "template",
    template: { name, language: { code: language }, ...(components.length > 0 && { components }) },
  };
}

type Component = Record<string, unknown>;

const headerOf = (header: Parameter | undefined): Component | undefined =>
  header && { type: "header", parameters: [parameterOf(header)] };

const bodyOf = (body: readonly Parameter[]): Component | undefined =>
  body.length === 0 ? undefined : { type: "body", parameters: body.map(parameterOf) };

function parameterOf(parameter: Parameter): Component {
  if (parameter.kind === "text") {
    const { name, text } = parameter;
    return { type: "text", ...(name !== undefined && { parameter_name: name }), text };
  }
  const source = sourceOf(parameter.medium) ?? {};
  const named = parameter.kind === "document" && parameter.medium.name !== undefined;
  const medium = "url" in source ? { link: source.url } : source;
  return {
    type: parameter.kind,
    [parameter.kind]: { ...medium, ...(named && { filename: parameter.medium.name }) },
  };
}

function buttonOf({ place, kind, value }: Template["buttons"][number]): Component {
  const [subType, parameter] = {
    reply: ["quick_reply", { type: "payload", payload: value }],
    url: ["url", { type: "text", text: value }],
    code: ["copy_code", { type: "coupon_code", coupon_code: value }],
    flow: ["flow", { type: "action", action: { flow_token: value } }],
  }[kind] as [string, Component];
  return { type: "button", sub_type: subType, index: String(place), parameters: [parameter] };
}
