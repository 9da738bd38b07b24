import { automationWorkspaceTexts as texts } from "#texts/automation-workspace.ts";
import { AUTOMATION } from "#workers/contract/endpoints/automations.ts";
import { nameKey } from "#workers/contract/fields.ts";

const MOST_TRIES = 1_000;

/** The name, or with the first number behind it that nobody has; the end of a long one makes room for that. */
export function freeName(wanted: string, taken: readonly string[]): string {
  const keys = new Set(taken.map(nameKey));
  for (let number = 1; number < MOST_TRIES; number++) {
    const behind = number === 1 ? "" : texts.numbered("", number);
    const name = `${wanted.slice(0, AUTOMATION.name - behind.length).trimEnd()}${behind}`;
    if (!keys.has(nameKey(name))) return name;
  }
  return wanted;
}
