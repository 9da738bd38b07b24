import type { WaFlowContent, WaFlowRules } from "#workers/contract/wa-flows/flow.ts";
import { filledIn, routesFrom, screensOf, SUCCESS } from "./shape.ts";

/** A decrypted call of Meta. */
export interface FlowCall {
  action: string;
  screen: string;
  data: Record<string, unknown>;
  token: string;
}

interface Around {
  content: WaFlowContent;
  rules: WaFlowRules;
  /** The screen that is shown first. */
  firstScreen: string;
  /** The journey's values, and those sent since, without this call's. */
  data: Record<string, unknown>;
}

export interface FlowReply {
  screen: string;
  data: Record<string, unknown>;
}

/** The screen that a call is answered with: by the flow's rule for the screen that asks, else by its routing model. */
export function replyTo({ action, screen, data: form, token }: FlowCall, around: Around): FlowReply {
  const { content, rules, firstScreen, data } = around;
  if (action === "INIT") return shown(content, firstScreen, data);
  if (action === "BACK") return shown(content, screen || firstScreen, data);
  const rule = Object.hasOwn(rules, screen) ? rules[screen] : undefined;
  const all = { ...data, ...form };
  const next = rule ? rule.next : (routesFrom(content, screen)[0] ?? "");
  const given = rule
    ? Object.fromEntries(
        Object.entries(rule.data).map(([name, value]) => [name, filledIn(value, { form, data: all })]),
      )
    : {};
  if (next === "" || next === SUCCESS) return ended(token, rule ? given : form);
  return shown(content, next, { ...all, ...given });
}

/** The same screen again with a sentence, which phones show over it. */
export function refusing(
  screen: string,
  sentence: string,
  { content, firstScreen, data }: Around,
): FlowReply {
  const again = shown(content, screen || firstScreen, data);
  return { ...again, data: { ...again.data, error_message: sentence } };
}

/** The end: what is in `params` is what the answer brings. */
const ended = (token: string, values: Record<string, unknown>): FlowReply => ({
  screen: SUCCESS,
  data: { extension_message_response: { params: { ...values, flow_token: token } } },
});

/** A screen gets what it declares, and everything where it declares nothing. */
function shown(content: WaFlowContent, id: string, data: Record<string, unknown>): FlowReply {
  const declared = screensOf(content).find((each) => each.id === id)?.data;
  if (declared === undefined) return { screen: id, data };
  const known = new Set(declared);
  return { screen: id, data: Object.fromEntries(Object.entries(data).filter(([name]) => known.has(name))) };
}
