import { CHAT } from "#workers/contract/chat-states.ts";
import type { referenceChecks } from "#workers/contract/data-checks.ts";
import { USER_STATE } from "#workers/contract/endpoints/users.ts";
import { type Check, rowOf } from "./check.ts";

/** Values that one page looks at: steps along an index, so that a page costs the same whatever there is. */
const PAGE = 1_000;

interface Reference {
  kind: (typeof referenceChecks)[number];
  table: string;
  /** The column that names another row; an index begins with the enterprise and it. */
  column: string;
  /** Condition that there is the row which a value names. */
  isThere: (value: string) => string;
  /** The repair of a row that names nobody, where it is known to do no harm; people look at the others. */
  mend?: "deleted" | "emptied";
}

const OWN = "x.enterprise_id = ?1";
const within = (table: string, key: string) => (value: string) =>
  `EXISTS (SELECT 1 FROM ${table} x WHERE x.${key} = ${value} AND ${OWN})`;
const chat = within("chats", "id");
const person = within("identities", "id");
const message = within("messages", "id");

const REFERENCES: readonly Reference[] = [
  { kind: "messagesOfChats", table: "messages", column: "chat_id", isThere: chat },
  { kind: "messagesOfPeople", table: "messages", column: "identity_id", isThere: person },
  { kind: "chatsOfPeople", table: "chats", column: "identity_id", isThere: person },
  { kind: "actionsOfChats", table: "chat_actions", column: "chat_id", isThere: chat, mend: "deleted" },
  { kind: "pinsOfChats", table: "chat_pins", column: "chat_id", isThere: chat, mend: "deleted" },
  {
    kind: "mediaOfMessages",
    table: "message_media",
    column: "message_id",
    isThere: message,
  },
  { kind: "addressesOfPeople", table: "addresses", column: "identity_id", isThere: person, mend: "deleted" },
  { kind: "consentsOfPeople", table: "consents", column: "identity_id", isThere: person, mend: "deleted" },
  {
    kind: "peopleOfCustomers",
    table: "identities",
    column: "customer",
    isThere: within("customers", "number"),
    mend: "emptied",
  },
];

/** Distinct values behind ?2, a page of them, each once however many rows name it. Nobody (empty, null) is passed over. */
const STEPS = (table: string, column: string): string => `WITH RECURSIVE s(v, n) AS (
    SELECT min(${column}), 1 FROM ${table} WHERE enterprise_id = ?1 AND ${column} > ?2
    UNION ALL SELECT (SELECT min(${column}) FROM ${table} WHERE enterprise_id = ?1 AND ${column} > s.v), n + 1 FROM s
      WHERE v IS NOT NULL AND n < ${PAGE})`;

/** The kinds that are paged by the value that they name. */
const stepped: readonly Check[] = REFERENCES.map(({ kind, table, column, isThere, mend }) => ({
  kind,
  async page({ tenant, enterpriseId, repair }, after) {
    // No number is above an empty text.
    const from = after || (column === "customer" ? "0" : "");
    const found = await rowOf<{ looked: number; wrong: number; example: string | null; last: string | null }>(
      tenant,
      `${STEPS(table, column)} SELECT count(*) AS looked, coalesce(sum(wrong), 0) AS wrong, CAST(min(iif(wrong, v, NULL)) AS TEXT) AS example,
        CAST(max(v) AS TEXT) AS last FROM (SELECT v, NOT (${isThere("s.v")}) AS wrong FROM s WHERE v IS NOT NULL)`,
      enterpriseId,
      from,
    );
    const { looked = 0, wrong = 0, example = null, last = null } = found ?? {};
    if (repair && mend && wrong > 0 && last !== null) {
      const those = `WHERE enterprise_id = ?1 AND ${column} > ?2 AND ${column} <= ?3 AND NOT (${isThere(`${table}.${column}`)})`;
      const mending =
        mend === "deleted"
          ? `DELETE FROM ${table} ${those}`
          : `UPDATE ${table} SET ${column} = NULL ${those}`;
      await tenant.batch([tenant.prepare(mending).bind(enterpriseId, from, last)]);
    }
    return { looked, wrong, example, next: looked < PAGE ? null : last };
  },
}));

/** How somebody is reached is named by channel and person, and so is its page. */
const reach: Check = {
  kind: "reachOfPeople",
  async page({ tenant, enterpriseId, repair }, after) {
    const from = after || '["",""]';
    const behind = "enterprise_id = ?1 AND (channel_id, identity_id) > (?2 ->> 0, ?2 ->> 1)";
    const gone = `NOT EXISTS (SELECT 1 FROM identities x WHERE x.id = r.identity_id AND ${OWN})`;
    const found = await rowOf<{ looked: number; wrong: number; example: string | null; last: string | null }>(
      tenant,
      `SELECT count(*) AS looked, coalesce(sum(wrong), 0) AS wrong, min(iif(wrong, place, NULL)) AS example, max(place) AS last FROM (
        SELECT json_array(channel_id, identity_id) AS place, ${gone} AS wrong FROM reach r WHERE ${behind}
        ORDER BY channel_id, identity_id LIMIT ${PAGE})`,
      enterpriseId,
      from,
    );
    const { looked = 0, wrong = 0, example = null, last = null } = found ?? {};
    if (repair && wrong > 0 && last !== null) {
      const mending = `DELETE FROM reach AS r WHERE ${behind} AND (channel_id, identity_id) <= (?3 ->> 0, ?3 ->> 1) AND ${gone}`;
      await tenant.batch([tenant.prepare(mending).bind(enterpriseId, from, last)]);
    }
    return { looked, wrong, example, next: looked < PAGE ? null : last };
  },
};

/** As the index of handlers has them. */
const OPEN_OF = `enterprise_id = ?1 AND handler IS NOT NULL AND state NOT IN (${CHAT.closed}, ${CHAT.missed})`;
const HANDLERS = `WITH RECURSIVE s(v, n) AS (
    SELECT min(handler), 1 FROM chats WHERE ${OPEN_OF} AND handler > ?2
    UNION ALL SELECT (SELECT min(handler) FROM chats WHERE ${OPEN_OF} AND handler > s.v), n + 1 FROM s WHERE v IS NOT NULL AND n < ${PAGE})
  SELECT count(*) AS looked, max(v) AS last, json_group_array(v) AS ids FROM s WHERE v IS NOT NULL`;
const GONE = `SELECT count(*) AS wrong, min(e.value) AS example FROM json_each(?2) e
  WHERE NOT EXISTS (SELECT 1 FROM users u WHERE u.id = e.value AND u.enterprise_id = ?1 AND u.state = ${USER_STATE.active})`;

/** Nobody answers in such a chat; who takes it over is for people to say. */
const colleagues: Check = {
  kind: "chatsOfColleagues",
  async page({ tenant, directory, enterpriseId }, after) {
    const found = await rowOf<{ looked: number; last: string | null; ids: string }>(
      tenant,
      HANDLERS,
      enterpriseId,
      after,
    );
    const { looked = 0, last = null, ids = "[]" } = found ?? {};
    const gone = await rowOf<{ wrong: number; example: string | null }>(directory, GONE, enterpriseId, ids);
    const { wrong = 0, example = null } = gone ?? {};
    return { looked, wrong, example, next: looked < PAGE ? null : last };
  },
};

export const references: readonly Check[] = [...stepped, reach, colleagues];
