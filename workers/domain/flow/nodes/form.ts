import { channelTypes } from "#workers/contract/channel-types.ts";
import { nodeTypes } from "#workers/contract/automation/node-types.ts";
import { msOf } from "#workers/contract/automation/parts.ts";
import { type Answers, mapped } from "#workers/contract/forms/answers.ts";
import { type FormContent, languageFor } from "#workers/contract/forms/form.ts";
import { automationTexts } from "#texts/automation.ts";
import { behaves, leave, type Outcome, type Signal, stay } from "../node.ts";
import { type Json, toJson } from "../json.ts";
import type { NodeDataOf } from "../data.ts";
import { hearField, nextQuestion, poseField, shownFields } from "../forms.ts";
import type { PublishedForm } from "../library.ts";
import type { Scene } from "../scene.ts";
import { Trouble } from "../trouble.ts";

const texts = automationTexts.failures;

/** How far the questions have come; a bad answer begins the time anew. */
type Memory = {
  field: string;
  tries: number;
  until: number;
  answers: Answers;
  /** In which it is asked; absent: the form's own. */
  language?: string;
};
type Data = NodeDataOf<"form">;

export const form = behaves(nodeTypes.form, {
  enter(scene, data) {
    const { formId, text, button, language, timeout } = data;
    const until = scene.now + msOf(timeout);
    const published = formOf(scene, formId);
    scene.mayTalk();
    if (data.as === "chat" && published) {
      const wanted = language === undefined ? [] : [scene.text(language).trim()];
      const asked = { language: languageFor(published.content, wanted) };
      const begun = { field: "", tries: 0, until, answers: {}, ...asked };
      return goOn(scene, data, published, begun, scene.text(text));
    }
    const key = scene.emit({ kind: "form", formId, text: scene.text(text), button, until });
    return stay([{ kind: "form", key }], until);
  },
  resume(scene, data, signal) {
    if (data.as === "link" || scene.run.memory === null)
      return filled(scene, signal, "submitted", data.formId);
    if (signal.kind !== "event") return leave("noAnswer", null, "timeout");
    const published = formOf(scene, data.formId);
    const memory = scene.run.memory as Memory;
    // A newer version goes on with the question that was asked, if it has it still.
    const language = published ? languageOf(published, memory) : "";
    const field = published && shownFields(published.content, language).find(({ id }) => id === memory.field);
    if (!published || !field) throw new Trouble("formChanged", texts.formChanged);
    const heard = hearField(scene, field, { answers: memory.answers, language }, signal.event);
    const problem =
      "error" in heard
        ? heard.error
        : field.saveTo && heard.value !== undefined
          ? scene.fieldProblem(field.saveTo, toJson(heard.value))
          : undefined;
    const until = scene.now + msOf(data.timeout);
    if ("error" in heard || problem !== undefined) {
      const tries = memory.tries + 1;
      if (tries > data.retries) return leave("noAnswer", { tries });
      const waits = poseField(scene, field, memory.answers, { language, lead: problem });
      return stay(waits, until, { memory: toJson({ ...memory, tries, until }), out: { tries } });
    }
    const answers = { ...memory.answers, ...(heard.value !== undefined && { [field.id]: heard.value }) };
    return goOn(scene, data, published, { ...memory, tries: 0, until, answers }, "");
  },
});

/** Undefined where nobody has looked; trouble for a form that is gone or was never published. */
function formOf({ facts }: Scene, formId: string): PublishedForm | undefined {
  const published = facts.forms?.get(formId);
  if (facts.forms && !published) throw new Trouble("noForm", texts.noForm);
  return published;
}

/** A newer version may have lost the language that was chosen. */
const languageOf = ({ content }: PublishedForm, { language }: Memory): string =>
  languageFor(content, language === undefined ? [] : [language]);

/** Asks the next question, or hands the answers in. */
function goOn(
  scene: Scene,
  { formId }: Data,
  published: PublishedForm,
  memory: Memory,
  lead: string,
): Outcome {
  const { version, content } = published;
  const language = languageOf(published, memory);
  const fields = shownFields(content, language);
  const { answers } = memory;
  const asked = fields.findIndex(({ id }) => id === memory.field);
  const next = nextQuestion(fields, asked, answers, scene.now);
  const field = next && fields[next.at];
  if (field) {
    const before = [lead, next.lead].filter((each) => each !== "").join("\n\n");
    const waits = poseField(scene, field, answers, { language, lead: before });
    return stay(waits, memory.until, { memory: toJson({ ...memory, field: field.id }) });
  }
  // Of a question that a newer version has no more nobody knows the answer's name.
  const named = Object.entries(answers).filter(([id]) => fields.some((each) => each.id === id));
  const values = toJson(Object.fromEntries(named)) as Record<string, Json>;
  scene.emit({ kind: "submission", formId, version, language, answers: values });
  keep(scene, content, values);
  return leave("submitted", values);
}

/** The answers as journeys name them, and in the customer's fields that the form fills. */
function keep(scene: Scene, content: FormContent | undefined, values: Json): void {
  scene.hear({ form: values });
  const changes = content ? mapped(content, values as Record<string, Json>) : [];
  // The page judges by the form; what the customer's own field does not take stays an answer.
  const fitting = changes
    .map(({ field, value }) => ({ kind: "field" as const, field, value: toJson(value) }))
    .filter(({ field, value }) => scene.fieldProblem(field, value) === undefined);
  if (fitting.length > 0) scene.change(fitting);
}

export const whatsappFlow = behaves(nodeTypes.whatsappFlow, {
  enter(scene, { flowId, text, button, screen, mapping, timeout }) {
    const { channel, library } = scene.facts;
    const isCarried = channel.type === channelTypes.whatsApp && channel.capabilities.kinds.includes("flow");
    const found = library?.waFlows.get(flowId);
    const isSendable = library === undefined || (found !== undefined && found.channelId === channel.id);
    if (!isCarried || !isSendable) {
      throw new Trouble("notSupported", isCarried ? texts.noFlow : texts.notCarried, {
        port: "notSupported",
      });
    }
    scene.mayTalk();
    const until = scene.now + msOf(timeout);
    const key = scene.emit({
      kind: "flow",
      flowId,
      text: scene.text(text),
      button,
      data: scene.valuesOf(mapping),
      until,
      ...(screen !== undefined && { screen }),
    });
    return stay([{ kind: "flow", key }], until);
  },
  resume: (scene, _data, signal) => filled(scene, signal, "completed"),
});

function filled(scene: Scene, signal: Signal, port: string, formId = ""): Outcome | undefined {
  if (signal.kind !== "event") return leave("noAnswer", null, "timeout");
  const { event } = signal;
  if (event.kind !== "form" && event.kind !== "flow") return undefined;
  keep(scene, scene.facts.forms?.get(formId)?.content, event.values);
  return leave(port, event.values);
}
