import { isTemplateState, type TemplateState } from "#workers/contract/templates/states.ts";
import {
  categories,
  type Category,
  type Components,
  components as componentsSchema,
  headerFormats,
  type Template,
  type TemplateButton,
} from "#workers/contract/templates/template.ts";
import { namesIn } from "#workers/contract/templates/variables.ts";
import { type Json, list, record, text } from "../json.ts";
import type { SubmittedFlow, VendorTemplate } from "../templates.ts";

/** Message templates as Meta's Graph API writes them (message_templates), and those that pass its shape on. */

type Wire = Record<string, unknown>;
/** Handles of the samples of media, by the id of the file. */
export type Handles = ReadonlyMap<string, string>;

/** A template as it is submitted. Pure. */
export function templateOnWire(
  { name, language, category, components, flow }: Template & { flow?: SubmittedFlow | undefined },
  handles: Handles,
): Wire {
  const isNamed = JSON.stringify(components).includes("{{") && hasNames(components);
  return {
    name,
    language,
    category,
    ...(isNamed && { parameter_format: "NAMED" }),
    components:
      category === "AUTHENTICATION"
        ? authenticationOf()
        : [
            ...headerOf(components.header, "header", components, handles, isNamed),
            components.cards.length > 0
              ? bodyOf(components.bodyBubbleText, "bodyBubbleText", components, isNamed)
              : bodyOf(components.body.text, "body", components, isNamed),
            ...offerOf(components),
            ...(components.footer ? [{ type: "FOOTER", text: components.footer.text }] : []),
            ...buttonsOf(components.buttons, flow),
            ...carouselOf(components, handles, isNamed),
          ],
  };
}

/** Meta writes the words of a code itself. */
const authenticationOf = (): Wire[] => [
  { type: "BODY", add_security_recommendation: true },
  { type: "BUTTONS", buttons: [{ type: "OTP", otp_type: "COPY_CODE" }] },
];

const hasNames = ({ header, body, bodyBubbleText, cards }: Components): boolean =>
  [header?.text ?? "", body.text, bodyBubbleText, ...cards.map((card) => card.body.text)]
    .flatMap(namesIn)
    .some((each) => !/^\d+$/.test(each));

function samplesOf(
  words: string,
  place: string,
  { samples }: Components,
): { name: string; sample: string }[] {
  const names = namesIn(words);
  const ordered = names.every((each) => /^\d+$/.test(each))
    ? names.toSorted((a, b) => Number(a) - Number(b))
    : names;
  return ordered.map((each) => ({ name: each, sample: samples[`${place}/${each}`] ?? "" }));
}

const named = (samples: readonly { name: string; sample: string }[]): Wire[] =>
  samples.map(({ name, sample }) => ({ param_name: name, example: sample }));

function headerOf(
  header: Components["header"],
  place: string,
  components: Components,
  handles: Handles,
  isNamed: boolean,
): Wire[] {
  if (!header) return [];
  if (header.format !== "TEXT") {
    const handle = handles.get(header.medium?.fileId ?? "");
    return [
      {
        type: "HEADER",
        format: header.format,
        ...(handle !== undefined && { example: { header_handle: [handle] } }),
      },
    ];
  }
  const samples = samplesOf(header.text, place, components);
  const example = isNamed
    ? { header_text_named_params: named(samples) }
    : { header_text: samples.map(({ sample }) => sample) };
  return [{ type: "HEADER", format: "TEXT", text: header.text, ...(samples.length > 0 && { example }) }];
}

function bodyOf(words: string, place: string, components: Components, isNamed: boolean): Wire {
  const samples = samplesOf(words, place, components);
  const example = isNamed
    ? { body_text_named_params: named(samples) }
    : { body_text: [samples.map(({ sample }) => sample)] };
  return { type: "BODY", text: words, ...(samples.length > 0 && { example }) };
}

const offerOf = ({ limited_time_offer: offer }: Components): Wire[] =>
  offer
    ? [
        {
          type: "LIMITED_TIME_OFFER",
          limited_time_offer: { text: offer.text, has_expiration: offer.hasExpiration },
        },
      ]
    : [];

const buttonsOf = (buttons: readonly TemplateButton[], flow?: SubmittedFlow): Wire[] =>
  buttons.length === 0 ? [] : [{ type: "BUTTONS", buttons: buttons.map((each) => buttonOf(each, flow)) }];

function buttonOf({ type, text: words, value, example }: TemplateButton, flow?: SubmittedFlow): Wire {
  switch (type) {
    case "QUICK_REPLY":
      return { type, text: words };
    case "URL":
      return { type, text: words, url: value, ...(value.includes("{{") && { example: [example] }) };
    case "PHONE_NUMBER":
      return { type, text: words, phone_number: value.replaceAll(/[\s()-]/g, "") };
    case "COPY_CODE":
      return { type, example };
    case "FLOW":
      return {
        ...{ type, text: words, flow_id: flow?.vendorId ?? "" },
        ...(flow?.screen === undefined
          ? { flow_action: "data_exchange" }
          : { flow_action: "navigate", navigate_screen: flow.screen }),
      };
    default:
      return type satisfies never;
  }
}

const carouselOf = (components: Components, handles: Handles, isNamed: boolean): Wire[] =>
  components.cards.length === 0
    ? []
    : [
        {
          type: "CAROUSEL",
          cards: components.cards.map((card, index) => ({
            components: [
              ...headerOf(card.header, `cards.${index}.header`, components, handles, isNamed),
              ...(card.body.text === ""
                ? []
                : [bodyOf(card.body.text, `cards.${index}.body`, components, isNamed)]),
              ...buttonsOf(card.buttons),
            ],
          })),
        },
      ];

/** A template as the account lists it; undefined for what is none. */
export function listedTemplate(each: unknown): VendorTemplate | undefined {
  const item = record(each);
  const [vendorId, name, language] = ["id", "name", "language"].map((key) => text(item[key], 512));
  if (vendorId === undefined || name === undefined || language === undefined) return undefined;
  return {
    vendorId,
    name,
    language,
    status: stateOf(item["status"]) ?? "PENDING",
    category: categoryOf(item["category"]) ?? "MARKETING",
    reason: reasonOf(item["rejected_reason"]),
    quality: qualityOf(record(item["quality_score"])["score"]),
    components: componentsOf(list(item["components"])),
  };
}

/** Meta's states, of which some are one for us. */
export function stateOf(value: unknown): TemplateState | undefined {
  const state = text(value, 64) ?? "";
  if (isTemplateState(state)) return state;
  const known: Readonly<Record<string, TemplateState>> = {
    IN_APPEAL: "PENDING",
    PENDING_DELETION: "DISABLED",
    DELETED: "DISABLED",
    FLAGGED: "APPROVED",
    REINSTATED: "APPROVED",
    LIMIT_EXCEEDED: "REJECTED",
    ARCHIVED: "DISABLED",
  };
  return Object.hasOwn(known, state) ? known[state] : undefined;
}

export const categoryOf = (value: unknown): Category | undefined => categories.find((each) => each === value);
export const reasonOf = (value: unknown): string => {
  const reason = text(value, 500) ?? "";
  return reason === "NONE" ? "" : reason;
};
export const qualityOf = (value: unknown): string => text(value, 20) ?? "";

/** Its parts in our form; undefined where it has one that ours have no place for, such as a place or a form. */
function componentsOf(parts: readonly unknown[]): Components | undefined {
  const made: Wire = {};
  for (const each of parts) {
    const part = record(each);
    switch (part["type"]) {
      case "HEADER": {
        const format = headerFormats.find((known) => known === part["format"]);
        if (!format) return undefined;
        made["header"] = { format, text: text(part["text"], 4_096) ?? "", medium: null };
        break;
      }
      case "BODY":
        made["body"] = { text: text(part["text"], 4_096) ?? "" };
        break;
      case "FOOTER":
        made["footer"] = { text: text(part["text"], 4_096) ?? "" };
        break;
      case "BUTTONS": {
        const buttons = list(part["buttons"]).map(readButton);
        if (buttons.includes(undefined)) return undefined;
        made["buttons"] = buttons;
        break;
      }
      case "LIMITED_TIME_OFFER": {
        const offer = record(part["limited_time_offer"]);
        made["limited_time_offer"] = {
          text: text(offer["text"], 100) ?? "",
          hasExpiration: offer["has_expiration"] === true,
        };
        break;
      }
      case "CAROUSEL":
        made["cards"] = list(part["cards"]).map((card) => componentsOf(list(record(card)["components"])));
        if ((made["cards"] as unknown[]).includes(undefined)) return undefined;
        break;
      default:
        return undefined;
    }
  }
  if (Array.isArray(made["cards"])) {
    made["bodyBubbleText"] = (made["body"] as { text: string } | undefined)?.text ?? "";
    delete made["body"];
  }
  const read = componentsSchema.safeParse(made);
  return read.success ? read.data : undefined;
}

function readButton(each: unknown): Json | undefined {
  const button = record(each);
  const words = text(button["text"], 200) ?? "";
  const example = text(list(button["example"])[0] ?? button["example"], 2_000) ?? "";
  switch (button["type"]) {
    case "QUICK_REPLY":
      return { type: "QUICK_REPLY", text: words };
    case "URL":
      return { type: "URL", text: words, value: text(button["url"], 2_000) ?? "", example };
    case "PHONE_NUMBER":
      return { type: "PHONE_NUMBER", text: words, value: text(button["phone_number"], 40) ?? "" };
    case "COPY_CODE":
    case "OTP":
      return { type: "COPY_CODE", text: "", example };
    case "FLOW":
      // Which of ours that is, its reader knows.
      return { type: "FLOW", text: words, value: text(button["flow_id"], 200) ?? "" };
    default:
      return undefined;
  }
}
