import { runLimits } from "#workers/contract/automation/limits.ts";
import { nodeTypes } from "#workers/contract/automation/node-types.ts";
import { automationTexts } from "#texts/automation.ts";
import { called, resultOf } from "../calls.ts";
import type { NodeDataOf } from "../data.ts";
import type { HttpCall } from "../effects.ts";
import { bytesOf, toJson } from "../json.ts";
import { behaves, leave, type Outcome } from "../node.ts";
import type { CallResult } from "../cause.ts";
import type { Scene } from "../scene.ts";
import { Trouble } from "../trouble.ts";

const texts = automationTexts.failures;
/** A reason that may pass: the same codes as for messages. */
const PASSING = new Set([408, 425, 429, 500, 502, 503, 504]);

export const http = behaves(nodeTypes.http, {
  enter(scene, { request, timeoutSeconds, mock, answers }) {
    const call = callOf(scene, request);
    scene.input = toJson(call);
    if (scene.facts.test && mock) {
      return taken(scene, answers, { ok: true, status: mock.status, data: mock.body ?? null });
    }
    const timeoutMs = timeoutSeconds * 1_000;
    scene.emit({ kind: "http", call, timeoutMs, mostBytes: runLimits.answerBytes });
    return called(scene, timeoutMs);
  },
  resume: (scene, { answers }, signal) => {
    const result = signal.kind === "result" ? signal.result : undefined;
    // A status is an answer, whoever made the call says of it.
    if (result?.status !== undefined) {
      return taken(scene, answers, { ok: true, status: result.status, data: result.data ?? null });
    }
    return taken(
      scene,
      answers,
      resultOf(signal, ({ ok, ...more }) => (isTimeout(more) ? "timeout" : undefined)),
    );
  },
});

const isTimeout = (result: object): boolean => "code" in result && result.code === "timeout";

function callOf(scene: Scene, request: NodeDataOf<"http">["request"]): HttpCall {
  const { authType, configId } = request;
  if (authType === 5) return { authType, configId, prompt: scene.text(request.prompt) };
  if (authType === 4) {
    const { statement, values } = request;
    return { authType, configId, statement, values: values.map((value) => scene.value(value)) };
  }
  const { method, path, query, headers, body } = request;
  return {
    authType,
    configId,
    method,
    path: scene.text(path, "url"),
    query: query.map(({ name, value }) => [name, scene.text(value)]),
    // A value with a line break would begin another header.
    headers: headers.map(({ name, value }) => [name, scene.text(value).replace(/[\r\n]+/g, " ")]),
    ...(body !== undefined && { body: scene.text(body, "json") }),
  };
}

/** Takes an answer in, or leaves by the port of its status. */
function taken(
  scene: Scene,
  answers: NodeDataOf<"http">["answers"],
  { status = 200, data = null }: CallResult & { ok: true },
): Outcome {
  if (bytesOf(data) > runLimits.answerBytes) throw new Trouble("answerTooLarge", texts.answerTooLarge);
  scene.hear({ http: { status, body: data } });
  if (status >= 300) {
    const port = status < 400 ? "redirect" : status < 500 ? "clientError" : "serverError";
    throw new Trouble(`http${status}`, texts.status(status), { port, retryable: PASSING.has(status) });
  }
  for (const each of answers) scene.set(each.variable, scene.value(each));
  const kept = answers.map(({ variable }) => [variable, scene.vars[variable] ?? null] as const);
  return leave("next", { status, ...Object.fromEntries(kept) });
}
