import type { ChatEntry } from "#workers/contract/endpoints/chats.ts";
import { MASK } from "#workers/contract/mask.ts";

/** What is looked for: the word after a `/` that begins the text or a word, where the typing goes on. */
export function slashIn(text: string, caret: number): { query: string; from: number } | undefined {
  const [found, before = "", query = ""] = /(^|\s)\/([^\s/]{0,50})$/u.exec(text.slice(0, caret)) ?? [];
  return found === undefined ? undefined : { query, from: caret - found.length + before.length };
}

/**
 * A canned message for one chat: `{name}`, `{phoneNumber}`, `{agent}` and `{department}` as they are, what is missing by
 * its own words (`{name|there}`). What is not known here, or masked, stays, for the agent to fill in.
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
      if (value === undefined || value.includes(MASK)) return token;
      return value || (fallback ?? token);
    },
  );
}
