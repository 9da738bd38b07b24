import { automationReadersTexts as texts } from "#texts/automation-readers.ts";
import type { MediaKind } from "#workers/contract/message-body.ts";
import { fits, labelOf } from "./graph-sketch.ts";
import type { Before, Written } from "./rapidpro-written.ts";
import type { RapidproAction } from "./rapidpro-nodes.ts";
import { nameOf } from "./rapidpro-text.ts";
import { callOf } from "./written-call.ts";

type WriteRouter = (written: Written, id: string, before: Before) => void;

/** Writes the actions of a node one after the other, then its router. */
export function writeActions(written: Written, writeRouter: WriteRouter): void {
  const { sketch, node, id, position } = written;
  const steps = node.actions.flatMap((action, at): Step[] =>
    stepsOf(written, action, at === node.actions.length - 1),
  );
  const before: Before = { step: undefined, port: "next", kind: undefined };
  for (const [at, { type, data, port, kind }] of steps.entries()) {
    const own = at === 0 ? id : sketch.idOf(`${node.uuid} ${at}`);
    sketch.add(own, type, data, "", { x: position.x, y: position.y + at * 120 });
    if (before.step !== undefined) sketch.lead(before.step, before.port, own);
    Object.assign(before, { step: own, port, kind });
  }
  const isEmpty = before.step === undefined;
  if (node.router) return writeRouter(written, isEmpty ? id : sketch.idOf(`${node.uuid} router`), before);
  const next = written.exit(node.exits[0]?.uuid);
  if (before.step === undefined) sketch.add(id, "goTo", { node: next ?? "end" }, "", position);
  else leadAll(written, before.step, before.port, next);
}

/** Buttons lead on by each of their exits; whoever says nothing goes where the wait behind them says. */
function leadAll({ sketch, answered }: Written, step: string, port: string, to: string | undefined): void {
  const { type, data } = sketch.node(step) ?? {};
  if (type !== "buttons") return sketch.lead(step, port, to);
  const options = (data?.["options"] ?? []) as { id: string }[];
  for (const { id } of options) sketch.lead(step, `option:${id}`, to);
  sketch.lead(step, "other", to);
  sketch.lead(step, "noReply", answered?.silent);
}

interface Step {
  type: Parameters<Written["sketch"]["add"]>[1];
  data: Record<string, unknown>;
  kind: Before["kind"];
  port: string;
}
const step = (type: Step["type"], data: Step["data"], kind?: Before["kind"], port = "next"): Step[] => [
  { type, data, kind, port },
];

function stepsOf(written: Written, action: RapidproAction, isLast: boolean): Step[] {
  const { sketch, where, text, refer } = written;
  const left = (sentence: string): Step[] => {
    sketch.note(sentence);
    return [];
  };
  const changes = (list: readonly object[]): Step[] =>
    list.length === 0 ? left(texts.blank(where)) : step("updateCustomer", { changes: list.slice(0, 20) });
  switch (action.type) {
    case "send_msg":
      return messagesOf(written, action, isLast);
    case "say_msg":
      sketch.note(texts.voice(where));
      return action.text ? step("sendMessage", said(text(action.text))) : left(texts.blank(where));
    case "play_audio":
      return action.audio_url
        ? step("sendMessage", filed("audio", text(action.audio_url)))
        : left(texts.noAddress(where));
    case "set_run_result": {
      const value = valueOf(written, action.value ?? "");
      return value && action.name
        ? step("setVariables", { set: [{ variable: sketch.variable(keyOf(action.name)), ...value }] })
        : left(texts.expression(where, action.value ?? ""));
    }
    case "set_contact_field": {
      const value = valueOf(written, action.value ?? "");
      const { field } = action;
      if (!field?.key || !value) return left(texts.expression(where, action.value ?? ""));
      sketch.fields.add(field.key);
      return changes([{ kind: "field", field: refer("field", field.key, field.name), value }]);
    }
    case "set_contact_name":
      return left(texts.contactName(where));
    case "add_contact_groups":
    case "remove_contact_groups":
      if (action.all_groups) return left(texts.allGroups(where));
      return changes(
        action.groups.map(({ uuid, name }) => ({
          kind: action.type === "add_contact_groups" ? "addGroup" : "removeGroup",
          groupId: refer("group", uuid, name),
        })),
      );
    case "add_input_labels":
      sketch.note(texts.inputLabel(where));
      return changes(
        action.labels.map(({ uuid, name }) => ({ kind: "addLabel", labelId: refer("label", uuid, name) })),
      );
    case "call_webhook":
      return callStep(written, action);
    case "send_email":
      return mailStep(written, action);
    case "enter_flow":
      if (!action.flow) return left(texts.blank(where));
      return step(
        "runJourney",
        { journeyId: refer("journey", action.flow.uuid, action.flow.name), wait: action.terminal !== true },
        "journey",
        action.terminal === true ? "next" : "completed",
      );
    case "open_ticket":
      sketch.note(texts.topic(where));
      return step(
        "handOver",
        action.note || action.body ? { note: text(action.note || action.body || "") } : {},
        "chat",
      );
    default:
      return left(texts.unsupported(where, action.type.slice(0, 60)));
  }
}

const said = (words: string): Step["data"] => ({
  variants: [{ channel: -1, content: { kind: "text", text: words } }],
});
const filed = (kind: MediaKind, url: string): Step["data"] => ({
  variants: [{ channel: -1, content: { kind, url } }],
});
/** Results are known by their names in small letters. */
const keyOf = (name: string): string => name.trim().toLowerCase().replaceAll(/\W+/g, "_");

function valueOf({ sketch, refer }: Written, source: string): object | undefined {
  const single = /^@\(?([\w.]+)\)?$/.exec(source.trim())?.[1];
  const name = single === undefined ? undefined : nameOf(sketch, single, refer);
  if (name !== undefined) return { type: "column", value: name };
  if (!source.includes("@")) return { type: "static", value: source.slice(0, 4_000) };
  return undefined;
}

const KINDS: Readonly<Record<string, MediaKind>> = { image: "image", video: "video", audio: "audio" };

function messagesOf(written: Written, action: RapidproAction, isLast: boolean): Step[] {
  const { sketch, where, text, refer, answered } = written;
  if (action.template && action.template.name !== "") {
    const templateId = refer("template", action.template.uuid, action.template.name);
    const values = action.template_variables.map((source, at) => ({ at, value: valueOf(written, source) }));
    return step("sendTemplate", {
      templateId,
      mapping: values.flatMap(({ at, value }) => (value ? [{ variable: `body/${at + 1}`, ...value }] : [])),
    });
  }
  const files = action.attachments.flatMap((attachment): Step[] => {
    const at = attachment.indexOf(":");
    const [kind = ""] = attachment.slice(0, at).split("/");
    const url = text(attachment.slice(at + 1));
    if (at < 0 || url === "") return [];
    sketch.note(texts.media(where));
    return step("sendMessage", filed(KINDS[kind] ?? "document", url));
  });
  const words = text(action.text ?? "");
  if (words === "") {
    if (files.length === 0) sketch.note(texts.blank(where));
    return files;
  }
  const replies = action.quick_replies.map((reply, at) => labelOf(text(reply), String(at + 1))).slice(0, 10);
  if (replies.length === 0) return [...files, ...step("sendMessage", said(words))];
  if (isLast && answered) {
    const options = replies.map((label, at) => ({ id: String(at + 1), label }));
    return [...files, ...step("buttons", { text: words, options })];
  }
  sketch.note(texts.buttons(where));
  return [...files, ...step("sendMessage", said(sketch.text(where, [words, ...replies].join("\n"))))];
}

function callStep({ sketch, where, text, refer }: Written, action: RapidproAction): Step[] {
  const references: { kind: "integration"; id: string; name: string }[] = [];
  const request = callOf(sketch, where, references as never, {
    url: action.url ?? "",
    method: action.method,
    body: action.body,
    headers: Object.entries(action.headers),
    query: [],
    text,
  });
  for (const { id, name } of references) refer("integration", id, name);
  const data = { request, answers: [] };
  if (action.url && fits("http", data)) return step("http", data, "call");
  sketch.note(texts.blank(where));
  return [];
}

function mailStep(
  { sketch, where, text }: Written,
  { addresses, subject = "", body = "" }: RapidproAction,
): Step[] {
  const data = { to: text(addresses.join(", ")), subject: text(subject), text: text(body) };
  if (!fits("sendMail", data)) {
    sketch.note(texts.blank(where));
    return [];
  }
  sketch.note(texts.mail(where));
  return step("sendMail", data);
}
