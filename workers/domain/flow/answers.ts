import type { AnswerRule } from "#workers/contract/automation/nodes/questions.ts";
import { wordsOf } from "#workers/contract/message-body.ts";
import { like } from "#workers/domain/expression/like.ts";
import { compileEntities, recogniseAll } from "#workers/nlu/entities/recognise.ts";
import { automationTexts } from "#texts/automation.ts";
import { chosen } from "./choices.ts";
import { type Json, toJson } from "./json.ts";
import type { RunEvent } from "./cause.ts";
import { fileIn } from "./file-in.ts";
import { cut, type Scene } from "./scene.ts";

const texts = automationTexts.again;

/** The value that an answer gives, or what to say to the customer. */
export type Read = { ok: true; value: Json } | { ok: false; sentence: string };

const good = (value: Json): Read => ({ ok: true, value });
const bad = (sentence: string): Read => ({ ok: false, sentence });

const ENTITIES = { number: "sys.number", email: "sys.email", phone: "sys.phone", date: "sys.date" } as const;
type Recognised = keyof typeof ENTITIES;
const recognisers = new Map<Recognised, ReturnType<typeof compileEntities>>();

/** The one value of a kind in a text, as the bots read it: "twenty five", "tomorrow", a number to call. */
function valueIn(kind: Recognised, text: string, { now, facts }: Scene): string | undefined {
  const recogniser = recognisers.get(kind) ?? compileEntities([], [ENTITIES[kind]]);
  recognisers.set(kind, recogniser);
  const found = recogniseAll(recogniser, text, { now, timeZone: facts.zone, country: facts.country });
  return found[0]?.value;
}

/** Reads a customer's answer by the rule of its question. */
export function readAnswer(rule: AnswerRule, event: RunEvent, scene: Scene): Read {
  if (rule.kind === "choice") {
    const label = rule.options[chosen(event, rule.options) ?? -1];
    return label === undefined ? bad(texts.choice(rule.options)) : good(label);
  }
  if (event.kind !== "reply") return bad(texts[rule.kind]);
  const { body } = event;
  if (rule.kind === "file") {
    const file = fileIn(event);
    return file && rule.types.includes(file.kind) ? good(toJson(file)) : bad(texts.file);
  }
  if (rule.kind === "location") {
    if (body.kind !== "location") return bad(texts.location);
    const { latitude, longitude, name, address } = body;
    return good({ latitude, longitude, ...(name && { name }), ...(address && { address }) });
  }
  const text = wordsOf(body).trim();
  if (text === "") return bad(texts[rule.kind]);
  if (rule.kind === "text") {
    if (rule.longest !== undefined && text.length > rule.longest) return bad(texts.longest(rule.longest));
    if (rule.pattern !== undefined && !like(text, rule.pattern)) return bad(texts.pattern);
    return good(cut(text));
  }
  const value = valueIn(rule.kind, text, scene);
  if (value === undefined) return bad(texts[rule.kind]);
  if (rule.kind === "number") {
    const number = Number(value);
    if (!Number.isFinite(number)) return bad(texts.number);
    if (rule.least !== undefined && number < rule.least) return bad(texts.least(rule.least));
    if (rule.most !== undefined && number > rule.most) return bad(texts.most(rule.most));
    return good(number);
  }
  if (rule.kind === "date") {
    // Days are compared as they are written.
    if (rule.earliest !== undefined && value < rule.earliest) return bad(texts.earliest(rule.earliest));
    if (rule.latest !== undefined && value > rule.latest) return bad(texts.latest(rule.latest));
  }
  return good(value);
}
