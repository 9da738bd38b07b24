import type { ChatEntry } from "#workers/contract/endpoints/chats.ts";

/** What is looked for: the word after a `/` that begins the text or a word, where the typing goes on. */
export function slashIn(text: string, caret: number): { query: string; from: number } | undefined {
  const [found, before = "", query = ""] = /(^|\s)\/([^\s/]{0,50})$/u.exec(text.slice(0, caret)) ?? [];
  return found === undefined ? undefined : { query, from: caret - found.length + before.length };
}

/**
 * A canned message for one chat: `{name}`, `{phoneNumber}`, `{agent}` and `{department}` as they are, what is missing by
 * its own words (`{name|there}`). A name that nothing is known of stays, for the agent to fill in.
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
    (token, name?: string, fallback?: string) =>
      name === undefined ? token.slice(1) : known[name.trim()] || (fallback ?? token),
  );
}
