import { automationReadersTexts as texts } from "#texts/automation-readers.ts";
import { fits } from "./graph-sketch.ts";
import { callOf } from "./written-call.ts";
import { type Block, skip } from "./typebot-block.ts";

/** A call of another system: its address is a configuration of Integration, which has to be chosen. */
export function writeCall(given: Block): void {
  const { sketch, block, id, next, position, where, references } = given;
  const { webhook, responseVariableMapping = [] } = block.options ?? {};
  const url = webhook?.url?.trim() ?? "";
  if (!webhook || url === "") return skip(given, texts.blank(where));
  const call = callOf(sketch, where, references, {
    url,
    method: webhook.method,
    body: webhook.body,
    headers: webhook.headers.map(({ key = "", value = "" }) => [key, value]),
    query: webhook.queryParams.map(({ key = "", value = "" }) => [key, value]),
    text: given.text,
  });
  const answers = responseVariableMapping.flatMap(({ variableId, bodyPath = "" }) => {
    const variable = given.variableOf(variableId);
    if (variable === undefined) return [];
    const path = bodyPath.replace(/^data\.?/, "");
    const value = bodyPath === "statusCode" ? "http.status" : path === "" ? "http.body" : `http.body.${path}`;
    if (/^[\w.]+$/.test(value)) return [{ variable, type: "column", value }];
    sketch.note(texts.answers(where, bodyPath));
    return [];
  });
  const data = { request: call, answers };
  if (!fits("http", data)) return skip(given, texts.unsupported(where, block.type));
  sketch.add(id, "http", data, "", position);
  sketch.lead(id, "next", next);
}

export function writeMail(given: Block): void {
  const { sketch, block, id, next, position, where, text } = given;
  const { recipients = [], subject = "", body = "" } = block.options ?? {};
  const data = {
    to: text(recipients.join(", ")),
    subject: text(subject || texts.unnamed),
    text: sketch.text(where, text(body || subject)),
  };
  if (recipients.length === 0 || !fits("sendMail", data)) return skip(given, texts.blank(where));
  sketch.note(texts.mail(where));
  sketch.add(id, "sendMail", data, "", position);
  sketch.lead(id, "next", next);
}

/** Chatwoot is where people answer; all else of other makers is left out. */
export function writeOther(given: Block): void {
  const { sketch, block, id, next, position, where } = given;
  if (block.type !== "Chatwoot") return skip(given, texts.unsupported(where, block.type));
  sketch.note(texts.topic(where));
  sketch.add(id, "handOver", {}, "", position);
  sketch.lead(id, "next", next);
}
