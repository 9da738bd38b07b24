import { buttonsIn, emojiIn, FORMATTING, isBlank, LIMITS, type Rule, type Rules, when } from "./places.ts";
import type { TemplateButton } from "./template.ts";
import { filled, variablesIn } from "./variables.ts";

const SHORTENERS = /^https?:\/\/(?:[\w-]+\.)?(?:bit\.ly|tinyurl\.com|goo\.gl|t\.co|ow\.ly|is\.gd)(?:\/|$)/i;
const WHATSAPP = /^https?:\/\/(?:[\w-]+\.)?(?:wa\.me|whatsapp\.com)(?:\/|$)/i;

const eachButton =
  (field: "text" | "value" | "example", breaks: (button: TemplateButton) => boolean): Rule =>
  ({ components }) =>
    buttonsIn(components)
      .filter(({ button }) => breaks(button))
      .map(({ place }) => `${place}.${field}`);

const urls = (field: "value" | "example", breaks: (url: string, example: string) => boolean): Rule =>
  eachButton(
    field,
    ({ type, value, example }) =>
      type === "URL" && value.trim() !== "" && breaks(value.trim(), example.trim()),
  );

const phones = (breaks: (number: string) => boolean): Rule =>
  eachButton("value", ({ type, value }) => type === "PHONE_NUMBER" && breaks(value.trim()));

/** Codes of offers: that of an authentication template comes with each message. */
const codes =
  (breaks: (code: string) => boolean): Rule =>
  (template) =>
    template.category === "AUTHENTICATION"
      ? []
      : eachButton(
          "example",
          ({ type, example }) => type === "COPY_CODE" && breaks(example.trim()),
        )(template);

/** Buttons of a kind beyond so many. */
const atMost =
  (type: TemplateButton["type"], most: number): Rule =>
  ({ components: { buttons } }) =>
    when(buttons.filter((each) => each.type === type).length > most, "buttons");

/** Whether quick replies stand on both sides of another button. */
function isScattered(buttons: readonly TemplateButton[]): boolean {
  const replies = buttons.flatMap(({ type }, index) => (type === "QUICK_REPLY" ? [index] : []));
  const [first = 0, last = -1] = [replies[0], replies.at(-1)];
  return last - first + 1 !== replies.length && replies.length > 0;
}

export const rulesOfButtons: Rules<"buttons" | "button" | "url" | "phone" | "code" | "flow"> = {
  "buttons.most": ({ components: { buttons } }) => when(buttons.length > 10, "buttons"),
  "buttons.urls": atMost("URL", 2),
  "buttons.phones": atMost("PHONE_NUMBER", 1),
  "buttons.codes": atMost("COPY_CODE", 1),
  "buttons.flows": atMost("FLOW", 1),
  "buttons.grouped": ({ components: { buttons } }) => when(isScattered(buttons), "buttons"),
  "button.required": eachButton("text", ({ type, text }) => type !== "COPY_CODE" && isBlank(text)),
  "button.length": eachButton("text", ({ text }) => text.length > LIMITS.button),
  "button.twice": ({ components: { buttons, cards } }) =>
    [
      { place: "buttons", all: buttons },
      ...cards.map((card, index) => ({ place: `cards.${index}.buttons`, all: card.buttons })),
    ].flatMap(({ place, all }) =>
      all.flatMap(({ text }, index) => {
        const word = text.trim().toLowerCase();
        const isLater = all.findIndex((other) => other.text.trim().toLowerCase() === word) < index;
        return when(word !== "" && isLater, `${place}.${index}.text`);
      }),
    ),
  "button.plain": eachButton(
    "text",
    ({ type, text }) =>
      type !== "COPY_CODE" && (/[{}\r\n]/.test(text) || FORMATTING.test(text) || emojiIn(text) > 0),
  ),
  "url.required": eachButton("value", ({ type, value }) => type === "URL" && isBlank(value)),
  "url.valid": urls("value", (url) => !/^https?:\/\//i.test(url) || !URL.canParse(filled(url, () => "x"))),
  "url.length": urls("value", (url) => url.length > LIMITS.url),
  "url.whatsapp": urls("value", (url) => WHATSAPP.test(url)),
  "url.short": urls("value", (url) => SHORTENERS.test(url)),
  "url.variables": urls("value", (url) => variablesIn(url).length > 1),
  "url.end": urls("value", (url) => variablesIn(url).some(({ until }) => until < url.length)),
  "url.sample": urls("example", (url, example) => variablesIn(url).length > 0 && !URL.canParse(example)),
  "url.sampleStart": urls("example", (url, example) => {
    const [variable] = variablesIn(url);
    return (
      variable !== undefined && URL.canParse(example) && !example.startsWith(url.slice(0, variable.from))
    );
  }),
  "phone.valid": phones((number) => !/^\+[1-9][\d\s()-]{5,}\d$/.test(number)),
  "phone.length": phones((number) => number.length > LIMITS.phone),
  "flow.required": eachButton("value", ({ type, value }) => type === "FLOW" && isBlank(value)),
  "code.required": codes(isBlank),
  "code.length": codes((code) => code.length > LIMITS.code),
  "code.letters": codes((code) => code !== "" && !/^[A-Za-z0-9]+$/.test(code)),
};
