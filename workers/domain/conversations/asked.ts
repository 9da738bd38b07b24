import type { ConversationFilter } from "#workers/contract/endpoints/conversations.ts";
import { nameKey } from "#workers/contract/fields.ts";
import type { Ctx } from "../ctx.ts";
import { termsIn } from "../chats/found-words.ts";
import { spellingsOf } from "../customers/search-text.ts";

/** The index of customers is built of trigrams: it cannot find shorter words. */
const INDEXED_LENGTH = 3;
export const MOST_CUSTOMERS = 100;
/** Digits from which on a number is looked for. */
const FEWEST_DIGITS = 4;

/** An id as a word of the index. */
const wordOf = (id: string): string => id.replaceAll(/[^A-Za-z0-9]/g, "");
const facet = (prefix: string, id: string): string => `facets : "${prefix}${wordOf(id)}"`;
const anyOf = (parts: readonly string[]): string => `(${parts.join(" OR ")})`;
/** One letter stands for itself: very many words begin with it. */
const begins = (column: string, term: string): string =>
  `${column} : "${term}"${[...term].length > 1 ? " *" : ""}`;

/** A word in the scripts that it may be written in. */
const said = (term: string): string =>
  anyOf(spellingsOf(term).flatMap((each) => termsIn(each).map((word) => begins("words", word))));

const compact = (column: string) => `replace(replace(${column}, '-', ''), '_', '')`;
/**
 * SQL of the words of the index that chats have which the reader `?2` sees, as `seen.ts` says it: theirs and those of
 * their departments, and what nobody has where no people could. The rows are asked again.
 */
const VISIBLE = `' AND (facets : "p' || ${compact("?2")} || '"'
  || coalesce((SELECT group_concat(' OR facets : "d' || ${compact("u.department_id")} || '"', '') FROM department_users u WHERE u.enterprise_id = ?1 AND u.user_id = ?2), '')
  || ' OR (facets : "hnone"' || coalesce((SELECT ' NOT (' || group_concat('facets : "d' || ${compact("d.id")} || '"', ' OR ') || ')' FROM departments d
    WHERE d.enterprise_id = ?1 AND EXISTS (SELECT 1 FROM department_users s WHERE s.enterprise_id = ?1 AND s.department_id = d.id AND s.answers) HAVING count(*) > 0), '') || '))'`;
/** Customers of the enterprise `?1` that are found by these two, the newest first. */
const CUSTOMERS = (
  index: string,
  named: string,
) => `SELECT k.number FROM customers_fts f CROSS JOIN customers k ON k.number = f.rowid
    WHERE f.customers_fts MATCH nullif(${index}, '') AND k.enterprise_id = ?1 AND k.deleted_at IS NULL AND (${named} = '[]' OR EXISTS (SELECT 1 FROM json_each(${named}) s WHERE instr(k.name_key, s.value) > 0))
    ORDER BY f.rowid DESC`;
/** Whether there are more of them than a search looks at. */
const TOO_MANY = `SELECT count(*) > ${MOST_CUSTOMERS} AS more FROM (${CUSTOMERS("?2", "?3")} LIMIT ${MOST_CUSTOMERS + 1})`;
/** The people of customers that are found by the question `?5` to their index, and by one of `?6` (JSON) in their names; `''` where none is asked. */
const THEIRS = `CASE ?5 WHEN '' THEN '' ELSE coalesce((SELECT group_concat(' OR facets : "i' || ${compact("i.id")} || '"', '') FROM (
    ${CUSTOMERS("?5", "?6")} LIMIT ${MOST_CUSTOMERS}) n CROSS JOIN identities i ON i.enterprise_id = ?1 AND i.customer = n.number), '') || ')' END`;

/** SQL of the whole question to the index. `?3` is the filter's, `?7` opens what a customer is asked by. */
export const MATCH = `?3 || ${VISIBLE} || ?7 || ${THEIRS}`;

/** The customer of a conversation, as three values for `MATCH`. */
function customerAsked(given: string, mayUnmask: boolean): [index: string, named: string, opened: string] {
  const terms = termsIn(given);
  if (terms.length === 0) return ["", "[]", ""];
  const names = terms
    .map((term) =>
      anyOf(spellingsOf(term).flatMap((each) => termsIn(each).map((word) => begins("name", word)))),
    )
    .join(" AND ");
  const digits = given.replaceAll(/\D/gu, "");
  const byNumber = mayUnmask && digits.length >= FEWEST_DIGITS ? ` OR address : "${digits}" *` : "";
  const words = nameKey(given)
    .split(" ")
    .filter((word) => [...word].length >= INDEXED_LENGTH);
  const index = words
    .map((word) => anyOf(spellingsOf(word).map((each) => `"${each.replaceAll('"', '""')}"`)))
    .join(" AND ");
  const opened = ` AND ((${names})${byNumber}`;
  // Whoever may not see numbers finds nobody by one.
  return index === ""
    ? ["", "[]", `${opened})`]
    : [index, JSON.stringify(mayUnmask ? [] : spellingsOf(nameKey(given))), opened];
}

export interface Asked {
  /** Words that are looked for, as the index has them. */
  terms: readonly string[];
  /** Values of `?1` to `?7`. */
  values: (from: number) => (string | number)[];
  /** No conversation that is asked for has a lower number. */
  least: number;
  /** The question and its values for whether more customers match than are looked at; undefined where none is asked for. */
  tooMany: [sql: string, ...values: string[]] | undefined;
}

/** Numbers of `chat_words` are times of last messages in milliseconds, 1,024 for each. */
const numberOf = (time: string): number => Date.parse(time) * 1_024;

/** The question that a filter puts to the index. */
export function askedBy({ enterpriseId, actor }: Ctx, filter: ConversationFilter, mayUnmask: boolean): Asked {
  const { words, led, bot, journey, agentId, departmentId, channelId, customer, state, since, until } =
    filter;
  const terms = termsIn(words);
  const parts = [
    facet("e", enterpriseId),
    ...(led.length > 0 ? [anyOf(led.map((each) => facet("l", each)))] : []),
    ...(bot === "" ? [] : [facet("b", bot)]),
    ...(journey === "" ? [] : [facet("j", journey)]),
    ...(agentId === "" ? [] : [facet("a", agentId)]),
    ...(departmentId === "" ? [] : [facet("d", departmentId)]),
    ...(channelId === "" ? [] : [facet("c", channelId)]),
    ...(state === "" ? [] : [facet("s", state)]),
    ...terms.map(said),
  ];
  const [index, named, opened] = customerAsked(customer, mayUnmask);
  const latest = until === undefined ? Number.MAX_SAFE_INTEGER : numberOf(until);
  return {
    terms,
    values: (from) => [
      enterpriseId,
      actor.userId,
      parts.join(" AND "),
      Math.min(from, latest),
      index,
      named,
      opened,
    ],
    least: since === undefined ? 0 : numberOf(since),
    tooMany: index === "" ? undefined : [TOO_MANY, enterpriseId, index, named],
  };
}
