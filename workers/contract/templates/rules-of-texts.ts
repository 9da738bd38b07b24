import { templateLanguages } from "./languages.ts";
import {
  bodiesIn,
  emojiIn,
  FORMATTING,
  headersIn,
  isBlank,
  LIMITS,
  type Place,
  placeOf,
  sampleKey,
  type Rule,
  type Rules,
  textsWithVariables,
  when,
} from "./places.ts";
import { bodyOf, type Components } from "./template.ts";
import { filled, namesIn, plainOf, variablesIn } from "./variables.ts";

const MB = 1024 * 1024;
const FILES = {
  IMAGE: { types: ["image/jpeg", "image/png"], bytes: 5 * MB },
  VIDEO: { types: ["video/mp4"], bytes: 16 * MB },
  DOCUMENT: { types: ["application/pdf"], bytes: 100 * MB },
} as const;

/** A rule over every text with variables. */
const eachText =
  (breaks: (text: string) => boolean, of: (components: Components) => Place[] = textsWithVariables): Rule =>
  ({ components }) =>
    of(components)
      .filter(({ text }) => breaks(text))
      .map(({ place }) => placeOf(place));

const headerText =
  (breaks: (text: string) => boolean): Rule =>
  ({ components: { header } }) =>
    when(header?.format === "TEXT" && breaks(header.text), "header.text");

const footerText =
  (breaks: (text: string) => boolean): Rule =>
  ({ components: { footer } }) =>
    when(footer !== null && breaks(footer.text), "footer.text");

const allNames = (components: Components): string[] =>
  textsWithVariables(components).flatMap(({ text }) => variablesIn(text).map(({ name }) => name));
const isNumber = (name: string): boolean => /^\d+$/.test(name);
const isName = (name: string): boolean => isNumber(name) || /^[a-z][a-z0-9_]*$/.test(name);

function isSkipping(text: string): boolean {
  const numbers = namesIn(text)
    .filter(isNumber)
    .map(Number)
    .toSorted((a, b) => a - b);
  return numbers.some((number, index) => number !== index + 1);
}

/** Nothing but spaces and signs between two variables. */
const areAdjacent = (text: string): boolean =>
  variablesIn(text).some(({ from }, index, all) => {
    const before = all[index - 1];
    return before !== undefined && !/[\p{L}\p{N}]/u.test(text.slice(before.until, from));
  });

const isAtEdge = (text: string): boolean => {
  const bare = text.trim();
  const [first, last] = [variablesIn(bare)[0], variablesIn(bare).at(-1)];
  // Signs behind a variable do not help: Meta looks for words.
  const tail = last ? bare.slice(last.until) : "";
  return first?.from === 0 || (last !== undefined && !/[\p{L}\p{N}]/u.test(tail));
};

/** Meta asks for more than twice as many words as variables: 2n + 1. */
const isCrowded = (text: string): boolean => {
  const count = variablesIn(text).length;
  const words = plainOf(text)
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  return count > 0 && words < 2 * count + 1;
};

const sampleProblem =
  (breaks: (sample: string) => boolean): Rule =>
  ({ components }) =>
    textsWithVariables(components).flatMap(({ place, text }) =>
      namesIn(text)
        .filter((name) => breaks(components.samples[sampleKey(place, name)] ?? ""))
        .map((name) => `samples.${sampleKey(place, name)}`),
    );

const isFilledTooLong = ({ samples }: Components, place: string, text: string): boolean =>
  text.length <= LIMITS.body && filled(text, (name) => samples[sampleKey(place, name)]).length > LIMITS.body;

export const rulesOfTexts: Rules<"name" | "language" | "body" | "variable" | "sample" | "header" | "footer"> =
  {
    "name.required": ({ name }) => when(isBlank(name), "name"),
    "name.letters": ({ name }) => when(!isBlank(name) && !/^[a-z0-9_]+$/.test(name), "name"),
    "name.length": ({ name }) => when(name.length > LIMITS.name, "name"),
    "language.known": ({ language }) => when(!templateLanguages.includes(language), "language"),

    "body.required": ({ components }) =>
      when(components.cards.length === 0 && isBlank(components.body.text), "body.text"),
    "body.length": ({ components }) =>
      when(
        bodyOf(components).length > LIMITS.body,
        components.cards.length > 0 ? "bodyBubbleText" : "body.text",
      ),
    "body.newlines": eachText((text) => /\n\s*\n\s*\n/.test(text), bodiesIn),
    "body.spaces": eachText((text) => / {5}/.test(text)),
    "body.tabs": eachText((text) => text.includes("\t")),
    "body.emoji": eachText((text) => emojiIn(text) > 10, bodiesIn),
    "body.filled": ({ components }) =>
      bodiesIn(components)
        .filter(({ place, text }) => isFilledTooLong(components, place, text))
        .map(({ place }) => placeOf(place)),

    "variable.braces": eachText((text) => /[{}]/.test(plainOf(text))),
    "variable.name": eachText((text) => namesIn(text).some((name) => !isName(name))),
    "variable.mixed": ({ components }) => {
      const names = allNames(components);
      const isMixed = names.some(isNumber) && names.some((name) => !isNumber(name));
      return isMixed
        ? textsWithVariables(components).flatMap(({ place, text }) =>
            when(namesIn(text).length > 0, placeOf(place)),
          )
        : [];
    },
    "variable.order": eachText(isSkipping),
    // The code of an authentication template may come first.
    "variable.edge": (template) =>
      template.category === "AUTHENTICATION" ? [] : eachText(isAtEdge, bodiesIn)(template),
    "variable.adjacent": eachText(areAdjacent),
    "variable.density": (template) =>
      template.category === "AUTHENTICATION" ? [] : eachText(isCrowded, bodiesIn)(template),
    "sample.required": sampleProblem(isBlank),
    "sample.plain": sampleProblem((sample) => /[\n\t]| {5}/.test(sample)),
    "sample.variable": sampleProblem((sample) => /\{\{|\}\}/.test(sample)),

    "header.required": headerText(isBlank),
    "header.length": headerText((text) => text.length > LIMITS.header),
    "header.variables": headerText((text) => variablesIn(text).length > 1),
    "header.newlines": headerText((text) => /[\r\n]/.test(text)),
    "header.format": headerText((text) => FORMATTING.test(plainOf(text))),
    "header.emoji": headerText((text) => emojiIn(text) > 0),
    "header.medium": ({ components: { header } }) =>
      when(header !== null && header.format !== "TEXT" && !header.medium, "header.medium"),
    "header.type": ({ components }) =>
      headersIn(components).flatMap(({ place, header: { format, medium } }) =>
        when(
          format !== "TEXT" &&
            medium?.mime !== undefined &&
            !(FILES[format].types as readonly string[]).includes(medium.mime),
          `${place}.medium`,
        ),
      ),
    "header.size": ({ components }) =>
      headersIn(components).flatMap(({ place, header: { format, medium } }) =>
        when(format !== "TEXT" && (medium?.bytes ?? 0) > FILES[format].bytes, `${place}.medium`),
      ),

    "footer.required": footerText(isBlank),
    "footer.length": footerText((text) => text.length > LIMITS.footer),
    "footer.variables": footerText((text) => /[{}]/.test(text)),
    "footer.newlines": footerText((text) => /[\r\n]/.test(text)),
  };
