/**
 * Texts as registered with India's operators (DLT), their variables tagged {#var#}, {#numeric#}, {#alphanumeric#},
 * {#url#}, {#urlott#}, {#cbn#} or {#email#}. Operators drop a message that is not one of them, filled in.
 */

/** The most characters of a variable, and which they may be. */
const TAGS = {
  var: { most: 30, fits: /^[^\n]*$/u },
  numeric: { most: 30, fits: /^\d*$/ },
  alphanumeric: { most: 40, fits: /^[^\n]*$/u },
  url: { most: 200, fits: /^\S*$/u },
  urlott: { most: 200, fits: /^\S*$/u },
  cbn: { most: 20, fits: /^[\d+ -]*$/ },
  email: { most: 100, fits: /^\S*$/u },
} as const;
type Tag = keyof typeof TAGS;
const LINKS: readonly Tag[] = ["url", "urlott"];

const MARK = /\{#?([^{}#]*)#?\}|[{}]/g;

/** Everything in braces, in its order; `tag` is undefined for what is no tag of a registered text. */
export const tagsIn = (text: string): { tag: Tag | undefined; from: number; until: number }[] =>
  [...text.matchAll(MARK)].map((match) => {
    const name = /^\{#(\w+)#\}$/.exec(match[0])?.[1] ?? "";
    const tag = Object.hasOwn(TAGS, name) ? (name as Tag) : undefined;
    return { tag, from: match.index, until: match.index + match[0].length };
  });

const LINK = /\bhttps?:\/\/[^\s{}]+/gi;
export const linksIn = (text: string): string[] => text.match(LINK) ?? [];

export interface RegisteredText {
  name: string;
  language: string;
  templateId: string;
  text: string;
  links: readonly string[];
}

/** Operators take runs of spaces for one, and line breaks for spaces. */
const evened = (text: string): string => text.replace(/\s+/gu, " ").trim();

/**
 * Whether a text is the registered one with its variables filled in. Keeps the set of places where the rest may begin,
 * so that many variables beside one another cost no more than the text's length each.
 */
export function fitsRegistered(
  { text, links }: Pick<RegisteredText, "text" | "links">,
  sent: string,
): boolean {
  const [registered, said] = [evened(text), evened(sent)];
  let places = new Set([0]);
  const pass = (words: string) => {
    places = new Set([...places].filter((at) => said.startsWith(words, at)).map((at) => at + words.length));
  };
  let after = 0;
  for (const { tag, from, until } of tagsIn(registered)) {
    pass(registered.slice(after, from));
    after = until;
    if (tag === undefined) pass(registered.slice(from, until));
    else places = new Set([...places].flatMap((at) => endsOf(said, at, tag, links)));
    if (places.size === 0) return false;
  }
  pass(registered.slice(after));
  return places.has(said.length);
}

/** Where a variable that begins here may end; one without a letter is not filled in. */
function endsOf(said: string, at: number, tag: Tag, links: readonly string[]): number[] {
  const { most, fits } = TAGS[tag];
  const ends: number[] = [];
  for (let end = at + 1; end <= Math.min(said.length, at + most); end++) {
    const value = said.slice(at, end);
    if (!fits.test(value)) break;
    const isLink = LINKS.includes(tag);
    if (isLink && links.length > 0 && !links.some((link) => value.startsWith(link))) continue;
    ends.push(end);
  }
  return ends;
}
