import type { ChatEntry } from "#workers/contract/endpoints/chats.ts";
import { MASK } from "#workers/contract/mask.ts";
import { holeOf } from "./variables.ts";

/**
 * Fills `{name}`, `{phoneNumber}`, `{agent}` and `{department}` in, a missing one by its own words (`{name|there}`). A
 * value that is unknown here, or masked, becomes a gap for the agent.
 */
export function filledIn(source: string, { person, departmentName }: ChatEntry, agent: string): string {
  const known: Readonly<Record<string, string>> = {
    name: person.name,
    phoneNumber: person.address,
    agent,
    department: departmentName,
  };
  return source.replaceAll(
    /\{\{|\}\}|\{([^{}|\n]*)(?:\|([^{}\n]*))?\}/g,
    (token, name?: string, fallback?: string) => {
      if (name === undefined) return token.slice(1);
      const value = known[name.trim()];
      if (value === undefined || value.includes(MASK)) return holeOf(name.trim());
      return value || (fallback ?? holeOf(name.trim()));
    },
  );
}
