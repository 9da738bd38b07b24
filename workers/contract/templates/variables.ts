/** A variable of a text, such as `{{1}}` or `{{name}}`, and where it stands. */
export interface Variable {
  name: string;
  from: number;
  until: number;
}

const VARIABLE = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** Every variable of a text, in its order, one that is named twice twice. */
export const variablesIn = (text: string): Variable[] =>
  [...text.matchAll(VARIABLE)].map((match) => ({
    name: match[1] ?? "",
    from: match.index,
    until: match.index + match[0].length,
  }));

/** The names of a text's variables, each once. */
export const namesIn = (text: string): string[] => [...new Set(variablesIn(text).map(({ name }) => name))];

/** The text without its variables. */
export const plainOf = (text: string): string => text.replace(VARIABLE, "");

/** The text with each variable's value; one without a value stays as it is. */
export const filled = (text: string, valueOf: (name: string) => string | undefined): string =>
  text.replace(VARIABLE, (whole, name: string) => valueOf(name) || whole);
