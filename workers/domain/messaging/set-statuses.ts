import { SETTLED } from "#workers/contract/broadcast.ts";
import { COUNTRY_PREFIX } from "#workers/contract/prices.ts";
import { NOBODY } from "../bare/bare.ts";
import type { Leaving } from "./outcomes.ts";

/** The vendor's charge stays where a status tells nothing of it, or is older than one that did. */
const BILLED = (column: string, cell: number) =>
  `CASE WHEN e.value->>8 THEN coalesce(${column}, e.value->>${cell}) ELSE coalesce(e.value->>${cell}, ${column}) END`;
/** A person has said that it arrived: a late word that it was sent takes that back no more than it says more. */
const STAYS_SETTLED = `code IS '${SETTLED}' AND e.value->>2 = 'sent'`;
/** Of who was erased only the status changes: a vendor's words may name them, and so may its id. */
const SET_STATUSES = (
  table: Leaving,
  isErased: string,
  also: string,
  // The plus keeps the planner from an index of the enterprise, by which it would read all messages that there are.
) => `UPDATE ${table} SET vendor_id = CASE WHEN ${isErased} THEN vendor_id ELSE e.value->>1 END,
    status = e.value->>2, facts = e.value->'$[3]', code = CASE WHEN ${STAYS_SETTLED} THEN code ELSE e.value->>4 END,
    reason = CASE WHEN ${isErased} THEN NULL WHEN ${STAYS_SETTLED} THEN reason ELSE e.value->>5 END, category = ${BILLED("category", 6)}, billable = ${BILLED("billable", 7)}${also}
  FROM json_each(?1) e WHERE ${table}.id = e.value->>0 AND +${table}.enterprise_id = ?2`;
/** The statement that writes outcomes, by the table in which the messages are. */
export const SET_STATUSES_OF = {
  messages: SET_STATUSES("messages", `identity_id = '${NOBODY}'`, ""),
  broadcast_recipients: SET_STATUSES(
    "broadcast_recipients",
    "identity_id IS NULL",
    `, billed_to = coalesce(billed_to, CASE WHEN e.value->>7 IS NOT NULL THEN substr(address, 1, ${COUNTRY_PREFIX}) END)`,
  ),
} as const satisfies Record<Leaving, string>;
