import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { Address } from "#workers/contract/inbound.ts";
import { text } from "../json.ts";

/** An address as a webhook writes it: digits are a number, anything else is a user's id within the scope. */
export function addressOf(value: unknown, scope: string): Address | undefined {
  const read = text(value, 320);
  if (read === undefined) return undefined;
  const digits = /^\+?(\d{5,20})$/.exec(read)?.[1];
  return digits === undefined
    ? { kind: "user", scope, value: read }
    : { kind: "number", scope: "", value: `+${digits}` };
}

/** Without repeats and gaps, numbers first. */
export function distinct(found: readonly (Address | undefined)[]): Address[] {
  const all = new Map<string, Address>();
  for (const each of found) if (each) all.set(`${each.kind} ${each.value}`, each);
  return [...all.values()].toSorted((a, b) => a.kind.localeCompare(b.kind)).slice(0, 4);
}

/**
 * Names the recipient. A user id in `to` is answered with 200 and never delivered, so it has a field of its own, and a
 * number goes first because some messages need one.
 */
export function recipientOf(
  to: readonly Address[],
  scope: string | undefined,
): { recipient_type: "individual"; to?: string; recipient?: string } | { refused: string } {
  const number = to.find(({ kind }) => kind === "number");
  if (number) return { recipient_type: "individual", to: number.value.replace(/^\+/, "") };
  const users = to.filter(({ kind }) => kind === "user");
  const user = users.find((each) => each.scope === scope) ?? users[0];
  if (user) return { recipient_type: "individual", recipient: user.value };
  return { refused: texts.noAddress };
}
