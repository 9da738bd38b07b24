import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { describe, expect, test } from "vitest";
import { filesBelow } from "#tests/support/imports.ts";
import * as english from "#texts/index.ts";
import * as hindi from "#texts/hi/index.ts";
import { ROOT } from "../../../scripts/lib/topology.ts";

/** Modules that speak to customers, or hold several languages already. */
const NOT_TRANSLATED: Record<string, string> = {
  "bot-says": "bots speak their own language",
  captcha: "a question of English words",
  "confirm-questions": "in each customer's own language",
  links: "a page for customers",
  unsubscribe: "a page for customers",
  widget: "has its languages in itself",
  "widget-demo": "shows the widget to developers",
};

const modulesIn = (folder: string) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith(".ts") && !["index.ts", "translated.ts"].includes(name))
    .map((name) => name.slice(0, -3));

describe("every text is there in every language", () => {
  test("a module of texts/ is translated, or says why not", () => {
    const due = modulesIn("texts").filter((name) => !(name in NOT_TRANSLATED));
    expect(modulesIn("texts/hi").toSorted()).toEqual(due.toSorted());
  });

  for (const folder of ["texts", "texts/hi"])
    test(`${folder}/index.ts names every translated module`, () => {
      const named = [
        ...readFileSync(join(ROOT, folder, "index.ts"), "utf8").matchAll(
          /^export \* from "\.\/(.+)\.ts";$/gm,
        ),
      ];
      expect(named.map(([, name]) => name)).toEqual(modulesIn("texts/hi"));
    });

  test("a text is in Hindi and takes the values, placeholders and blanks of the English one", () => {
    const problems: string[] = [];
    compare(english, hindi, "", (problem) => problems.push(problem));
    expect(problems).toEqual([]);
  });
});

/** Names of products, abbreviations and codes stay as they are; other texts only where they are listed here. */
const SAME =
  /\b(?:WhatsApp|Google|Facebook|Instagram|Twitter|Telegram|Razorpay|Cloudflare|Appiyo|MySQL|Open ?AI|GenAI|Chatbird|Ctrl|Alt|[A-Z]{2,}(?:\d|s\b)*)\b|^[^A-Za-z]*$|^[^ ]*[@/_{}=:.][^ ]*$/;
const SAME_AT: Record<string, string> = {
  "automationSamplesTexts.consent.word": "customers write it in reply",
  "channelsTexts.vendors": "names of vendors",
  "configurationTexts.modelTypes": "names that the API knows",
  "marketplaceTexts.languages.en": "a language by its own name",
  "simulatorTexts.stopWord": "customers write it",
  "trashTexts.word": "typed to confirm, also by clients of the API",
};
const maySame = (path: string, text: string) =>
  SAME.test(text) || Object.keys(SAME_AT).some((each) => path === each || path.startsWith(`${each}.`));
const DEVANAGARI = /[\u0900-\u097F]/;
const placeholders = (text: string) => (text.match(/\{[^{}]*\}/g) ?? []).toSorted().join(" ");
const MARKS = ["\uE000", "\uE001", "\uE002", "\uE003", "\uE004"];

function compare(one: unknown, two: unknown, path: string, tell: (problem: string) => void): void {
  if (typeof one !== typeof two)
    return tell(`${path}: ${two === undefined ? "is missing" : "is something else"}`);
  if (typeof one === "string" && typeof two === "string") {
    if (placeholders(one) !== placeholders(two)) tell(`${path}: other placeholders: ${two}`);
    if (two.length > 3 && !DEVANAGARI.test(two) && !(one === two && maySame(path, one)))
      tell(`${path}: not Hindi: ${two}`);
    if (one.startsWith(" ") !== two.startsWith(" ") || one.endsWith(" ") !== two.endsWith(" "))
      tell(`${path}: other blanks`);
  } else if (typeof one === "function" && typeof two === "function") {
    const [from, to] = [one, two].map((text) => tried(text as (...values: string[]) => unknown));
    for (const mark of MARKS)
      if (from?.includes(mark) && !to?.includes(mark)) tell(`${path}: leaves out a value`);
    if (
      from !== undefined &&
      to !== undefined &&
      !DEVANAGARI.test(to) &&
      /[A-Za-z]{3}/.test(from) &&
      !SAME.test(from)
    )
      tell(`${path}: not Hindi: ${to}`);
  } else if (one !== null && typeof one === "object") {
    const [names, others] = [one, two as object].map((each) => Object.keys(each));
    for (const name of others?.filter((each) => !names?.includes(each)) ?? [])
      tell(`${path}.${name}: is too much`);
    for (const name of names ?? [])
      compare(one[name as never], (two as object)[name as never], path ? `${path}.${name}` : name, tell);
  } else if (one !== two) tell(`${path}: must be the same: ${String(two)}`);
}

function tried(text: (...values: string[]) => unknown): string | undefined {
  try {
    const made = text(...MARKS);
    return typeof made === "string" ? made : undefined;
  } catch {
    return undefined;
  }
}

/** Parts of a screen that people read, beside its own words. */
const READ = new Set(["label", "title", "alt", "placeholder", "hint", "lead", "aria-label", "text", "empty"]);

/** Keys, headers and the beginning of an address are the same in every language. */
const CODES = ["Ctrl K", "webhook-id:", "https://"];

/** English months stay as they were before there were languages; any other language's are the platform's. */
const OWN_DATES = new Set(["app/lib/format.ts"]);

test("no screen has a text of its own", () => {
  const found = filesBelow("app")
    // The page of the kit names parts as the code does, and is in no build.
    .filter((file) => file.endsWith(".tsx") && !file.startsWith("app/routes/design/"))
    .flatMap((file) => literalsIn(file).map((text) => `${file}: ${text}`));
  expect(found).toEqual([]);
});

/** Names of days and months, as dates are written with them. */
const DATE_WORD =
  /^(?:(?:Sun|Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?)(?:day)?|Jan(?:uary)?|Feb(?:ruary)?|Oct(?:ober)?)$/;
/** Formats in the browser's language instead of the page's; words are the same in any. */
const BROWSERS =
  /Intl\.(?!Segmenter)\w+\((?:undefined|\)(?!\.resolvedOptions))|\.toLocale(?:Date|Time)?String\((?:undefined|\))/g;

test("no screen writes dates in a language of its own", () => {
  const found = filesBelow("app")
    .filter((file) => !file.startsWith("app/routes/design/"))
    .flatMap((file) => {
      const source = readFileSync(join(ROOT, file), "utf8");
      const words = [...source.matchAll(/"(\w+)"/g)].filter(([, word = ""]) => DATE_WORD.test(word));
      return [...words, ...source.matchAll(BROWSERS)].map(([text]) => `${file}: ${text}`);
    });
  expect(found.filter((each) => !OWN_DATES.has(each.split(":")[0] ?? ""))).toEqual([]);
});

interface Node {
  type: string;
  [key: string]: unknown;
}

function literalsIn(file: string): string[] {
  const found: string[] = [];
  const note = (text: unknown) => {
    if (typeof text === "string" && /\p{L}{3}/u.test(text) && !CODES.includes(text.trim()))
      found.push(text.trim());
  };
  const look = (node: Node): void => {
    if (node.type === "JSXText") note(node["value"]);
    if (node.type === "JSXAttribute" && READ.has(String((node["name"] as Node)["name"])))
      note((node["value"] as Node | null)?.["value"]);
    if (node.type === "JSXExpressionContainer") note((node["expression"] as Node)["value"]);
    for (const part of Object.values(node).flat())
      if (part !== null && typeof part === "object" && "type" in part) look(part as Node);
  };
  const { program } = parseSync(file, readFileSync(join(ROOT, file), "utf8"));
  look(program as unknown as Node);
  return found;
}
