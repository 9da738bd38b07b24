import { nodeTypes } from "#workers/contract/automation/node-types.ts";
import { msOf } from "#workers/contract/automation/parts.ts";
import { decimalsOf, isCurrency, minorOf } from "#workers/contract/payments/amount.ts";
import { automationTexts } from "#texts/automation.ts";
import { paymentsTexts } from "#texts/payments.ts";
import { called, resultOf } from "../calls.ts";
import type { Json } from "../json.ts";
import { behaves, leave, stay } from "../node.ts";
import { Trouble } from "../trouble.ts";

/** First the link is made, then it is sent, then somebody pays or not. */
type Memory = { key: string; until: number; open?: true };

/** The gateway says whether somebody has paid in the last second: its word is waited for so long behind the end. */
export const PAYMENT_GRACE_MS = 10 * 60_000;

export const payment = behaves(nodeTypes.payment, {
  enter(scene, { amount: source, currency, description, expires }) {
    const amount = amountIn(scene.value(source), currency);
    scene.mayTalk();
    const until = scene.now + msOf(expires);
    scene.input = { amount, currency };
    const key = scene.emit({
      kind: "payment",
      amount,
      currency,
      description: scene.text(description),
      until,
    });
    scene.hear({ payment: { amount, currency, status: "asked" } });
    return called(scene, 60_000, { memory: { key, until } });
  },
  resume(scene, { text, save }, signal) {
    const memory = scene.run.memory as Memory;
    const hear = (more: Json): Json => {
      const heard = { ...objectOf(scene.heard.payment), ...objectOf(more) };
      scene.hear({ payment: heard });
      return heard;
    };
    if (!memory.open) {
      const { data = null } = resultOf(signal);
      hear({ status: "created", ...objectOf(data) });
      scene.say({ kind: "text", text: scene.text(text) });
      return stay([{ kind: "payment", key: memory.key }], memory.until + PAYMENT_GRACE_MS, {
        memory: { ...memory, open: true },
      });
    }
    if (signal.kind !== "event") {
      hear({ status: "expired" });
      return leave("expired", null, "timeout");
    }
    if (signal.event.kind !== "payment") return undefined;
    const { status, data = null } = signal.event;
    const heard = hear({ ...objectOf(data), status });
    if (save !== undefined) scene.set(save, heard);
    return leave(status, data);
  },
});

const objectOf = (value: Json | undefined): Record<string, Json> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};

/** An amount that the currency has; nothing of it is rounded. */
function amountIn(value: Json, currency: string): number {
  if (!isCurrency(currency)) throw new Trouble("noCurrency", paymentsTexts.failures.noCurrency(currency));
  const minor = typeof value === "number" ? minorOf(value, currency) : undefined;
  if (typeof value !== "number" || minor === undefined || (!minor.ok && minor.why === "notAboveZero"))
    throw new Trouble("noAmount", automationTexts.failures.noAmount);
  if (minor.ok) return value;
  const sentence =
    minor.why === "tooFine"
      ? paymentsTexts.failures.tooFine(currency, decimalsOf(currency))
      : paymentsTexts.failures.tooMuch;
  throw new Trouble("amountRefused", sentence);
}
