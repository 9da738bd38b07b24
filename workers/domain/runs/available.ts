import type { FlowNode } from "../flow/compile.ts";

/** Types of node whose effects nobody carries out yet: a run that comes to one leaves by its error, and says so. */
const LATER: ReadonlySet<string> = new Set([
  "sendTemplate",
  "sendMail",
  "sendSms",
  "form",
  "whatsappFlow",
  "bot",
]);
const holds = (list: unknown, test: (each: Record<string, unknown>) => boolean): boolean =>
  Array.isArray(list) && list.some((each) => test(each as Record<string, unknown>));

/** Whether all that a node may want is carried out. */
export function isAvailable({ type, data }: Pick<FlowNode, "type" | "data">): boolean {
  if (LATER.has(type)) return false;
  const given = (data ?? {}) as Record<string, unknown>;
  if (type === "sendMessage")
    return !holds(given["variants"], ({ content }) => (content as { kind?: string }).kind === "richCard");
  return (
    type !== "updateCustomer" || !holds(given["changes"], ({ kind }) => kind === "optIn" || kind === "optOut")
  );
}
