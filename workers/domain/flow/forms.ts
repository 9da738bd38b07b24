import { wordsOf } from "#workers/contract/message-body.ts";
import {
  type Answer,
  type Answers,
  fieldAfter,
  isRequired,
  judgeField,
} from "#workers/contract/forms/answers.ts";
import {
  type FormContent,
  type FormField,
  inLanguage,
  ratingMost,
  type ShownField,
} from "#workers/contract/forms/form.ts";
import { like } from "#workers/domain/expression/like.ts";
import { formsTexts } from "#texts/forms.ts";
import { formsTexts as hindi } from "#texts/hi/forms.ts";
import { readAnswer } from "./answers.ts";
import type { RunEvent } from "./cause.ts";
import { chosen, offer } from "./choices.ts";
import { fileIn } from "./file-in.ts";
import { toJson } from "./json.ts";
import type { WaitKind } from "./run.ts";
import type { Scene } from "./scene.ts";

/** A form question by question in a chat. */

/** The words of ours beside the form's, in the language in which it is asked, as far as we speak it. */
const wordsIn = (language: string): Record<keyof typeof formsTexts.words, string> =>
  (/^hi\b/i.test(language) ? hindi : formsTexts).words;

/** Options to press at a question, in the order of its numbers, and the answer that each of them gives. */
function optionsOf(
  field: ShownField,
  answers: Answers,
  { now, language }: Asking,
): { label: string; answer: unknown }[] {
  const words = wordsIn(language);
  const all: { label: string; answer: unknown }[] =
    field.type === "choice"
      ? field.options.map(({ label, value }) => ({ label, answer: value }))
      : field.type === "yesNo"
        ? [
            { label: words.yes, answer: true },
            { label: words.no, answer: false },
          ]
        : field.type === "rating"
          ? Array.from({ length: ratingMost(field) }, (_, at) => ({ label: String(at + 1), answer: at + 1 }))
          : [];
  const optional = isRequired(field, answers, now) ? [] : [{ label: words.skip, answer: undefined }];
  return [...all, ...optional];
}

interface Asking {
  now: number;
  /** One of the form's. */
  language: string;
}

export const shownFields = (content: FormContent, language: string): ShownField[] =>
  inLanguage(content, language).fields;

/** Says a question, and what stands in a text to read before it; answers what is waited for. */
export function poseField(
  scene: Scene,
  field: ShownField,
  answers: Answers,
  { language, lead = "" }: { language: string; lead?: string | undefined },
): { kind: WaitKind; key: string }[] {
  const list =
    field.type === "several" ? field.options.map(({ label }, at) => `${at + 1}. ${label}`).join("\n") : "";
  const text = [lead, field.label, field.help, list].filter((each) => each !== "").join("\n\n");
  const options = optionsOf(field, answers, { now: scene.now, language });
  if (options.length > 0)
    return offer(
      scene,
      text,
      options.map(({ label }) => label),
    );
  scene.say({ kind: "text", text });
  return [{ kind: "reply", key: scene.replyKey }];
}

type Heard = { value: Answer | undefined } | { error: string };

/** Reads what somebody says or presses at a question, as numbers, days and addresses are said in chats. */
export function hearField(
  scene: Scene,
  field: ShownField,
  { answers, language }: { answers: Answers; language: string },
  event: RunEvent,
): Heard {
  const judging = { now: scene.now, matches: like };
  const options = optionsOf(field, answers, { now: scene.now, language });
  const at = chosen(
    event,
    options.map(({ label }) => label),
  );
  const option = at === undefined ? undefined : options[at];
  // A number may be an answer itself, though it is the place of "Skip" too; in a list of words it is none.
  const isPlace =
    option &&
    field.type !== "choice" &&
    field.type !== "yesNo" &&
    event.kind === "reply" &&
    option.answer === undefined &&
    /^\d+$/.test(wordsOf(event.body).trim());
  if (option && !isPlace) return judgeField(field, option.answer, answers, judging);
  if (event.kind !== "reply")
    return { error: formsTexts.answers[field.type === "choice" ? "choice" : "text"] };
  return judgeField(field, spoken(scene, field, event), answers, judging);
}

function spoken(
  scene: Scene,
  field: FormField & Pick<ShownField, "options">,
  event: Extract<RunEvent, { kind: "reply" }>,
): unknown {
  const { body } = event;
  const said = wordsOf(body).trim();
  switch (field.type) {
    case "number":
    case "email":
    case "phone":
    case "date": {
      const read = readAnswer({ kind: field.type }, event, scene);
      return read.ok ? read.value : said;
    }
    case "several":
      return said.split(/[,;\n]+/).flatMap((each) => {
        const part = each.trim();
        const found = field.options.find(
          ({ label }, at) => label.toLowerCase() === part.toLowerCase() || String(at + 1) === part,
        );
        return part === "" ? [] : [found?.value ?? part];
      });
    case "file":
      return fileIn(event);
    case "location":
      return body.kind === "location" ? toJson(body) : said;
    default:
      return said;
  }
}

/** The next question, and the texts to read before it. */
export function nextQuestion(
  fields: readonly ShownField[],
  at: number,
  answers: Answers,
  now: number,
): { at: number; lead: string } | undefined {
  const lead: string[] = [];
  for (
    let place = fieldAfter(fields, at, answers, now);
    place >= 0;
    place = fieldAfter(fields, place, answers, now)
  ) {
    const field = fields[place];
    if (field?.type !== "statement") return { at: place, lead: lead.join("\n\n") };
    lead.push([field.label, field.help].filter((each) => each !== "").join("\n"));
  }
  return undefined;
}
