import type { FieldValues } from "#db/tenant/customers.ts";
import type { Purpose } from "#workers/contract/inbound.ts";
import { audited } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { searchTextOf } from "../customers/search-text.ts";
import type { Change } from "../flow/effects.ts";
import type { Effects } from "../messaging/effects.ts";
import { consentsWritten, type Some as SomeOfPeople } from "../messaging/write-people.ts";
import { bindable } from "../guard.ts";
import type { Some } from "../some-rows.ts";

const SET_CUSTOMERS = `UPDATE customers SET data = e.value->>1, search = e.value->>2, revision = revision + 1, updated_by = '', updated_at = ?2
  FROM json_each(?1) e WHERE customers.number = e.value->>0`;
/** A group or label of another enterprise, or one that is gone, is none. */
const TAG = `INSERT OR IGNORE INTO customer_marks (enterprise_id, mark_id, customer) SELECT ?2, m.id, e.value->>0 FROM json_each(?1) e
  CROSS JOIN marks m ON m.id = e.value->>1 AND m.enterprise_id = ?2`;
const UNTAG = `DELETE FROM customer_marks WHERE enterprise_id = ?2 AND (customer, mark_id) IN (SELECT e.value->>0, e.value->>1 FROM json_each(?1) e)`;

/** As far as a change looks at a person; whoever answers a form's page stands on no channel. */
interface Person {
  identityId: string;
  channelId: string;
  name: string;
  customer: number | null;
  customerId: string | null;
  customerRevision: number | null;
  phone: string;
  data: FieldValues;
  whatsapp: string;
  facebookId: string;
  instaId: string;
  twitterId: string;
}
interface Around {
  channels: ReadonlyMap<string, { type: number }>;
  fields: readonly { id: string; fieldName: string; rules: { search?: boolean } }[];
}

/** Changes that runs of a page, or somebody's answers to a form, make to their customers. */
export class CustomerChanges {
  readonly #ctx: Ctx;
  readonly #around: Around;
  readonly #said = new Map<number, Effects["consents"]>();
  readonly #changes = new Map<number, { person: Person; changes: Change[] }>();

  constructor(ctx: Ctx, around: Around) {
    [this.#ctx, this.#around] = [ctx, around];
  }

  change(person: Person, changes: readonly Change[], key: string): void {
    this.#consent(person, changes, key);
    if (person.customer === null) return;
    const before = this.#changes.get(person.customer)?.changes ?? [];
    this.#changes.set(person.customer, { person, changes: [...before, ...changes] });
  }

  /** Customers that are written, as they were read, for the guard. */
  get customers(): [number: number, revision: number | null][] {
    return this.#written().map(({ person }) => [person.customer ?? 0, person.customerRevision]);
  }

  statements(some: Some): D1PreparedStatement[] {
    const { enterpriseId, now } = this.#ctx;
    const searched = this.#around.fields.filter(({ rules }) => rules.search).map(({ id }) => id);
    const written = this.#written();
    // As messages write them: rows first, then the enterprise.
    const theirs: SomeOfPeople = (rows, text, ...values) => some(rows, text, enterpriseId, ...values);
    return [
      ...[...this.#said].flatMap(([type, said]) => consentsWritten(theirs, { type }, said, this.#ctx.newId)),
      ...some(
        written.map(({ person, data }) => [
          person.customer,
          JSON.stringify(data),
          searchTextOf({ ...person, data }, searched),
        ]),
        SET_CUSTOMERS,
        now(),
      ),
      ...written.map(({ person, data }) =>
        bindable(
          this.#ctx,
          audited(this.#ctx, {
            action: "update",
            kind: "customer",
            object: { id: person.customerId ?? "", name: person.name },
            before: { data: person.data },
            after: { by: "", data },
          }),
        ),
      ),
      ...some(this.#tagging("addLabel", "addGroup"), TAG, enterpriseId),
      ...some(this.#tagging("removeLabel", "removeGroup"), UNTAG, enterpriseId),
    ];
  }

  /** The last word of a step about each purpose holds; both at once are one word. */
  #consent({ identityId, channelId }: Person, changes: readonly Change[], key: string): void {
    const last = new Map<Purpose, boolean>();
    for (const change of changes)
      if (change.kind === "optIn" || change.kind === "optOut")
        last.set(change.purpose, change.kind === "optIn");
    const type = this.#around.channels.get(channelId)?.type;
    if (type === undefined) return;
    for (const given of [true, false]) {
      const purposes = [...last].flatMap(([purpose, isGiven]) => (isGiven === given ? [purpose] : []));
      if (purposes.length === 0) continue;
      const word = {
        identityId,
        given,
        purposes,
        wording: "",
        source: `journey:${key}`,
        at: this.#ctx.now(),
      };
      this.#said.set(type, [...(this.#said.get(type) ?? []), word]);
    }
  }

  #written(): { person: Person; data: Person["data"] }[] {
    return [...this.#changes.values()]
      .map(({ person, changes }) => ({ person, data: dataAfter(this.#around, person, changes) }))
      .filter(({ person, data }) => data !== person.data);
  }

  #tagging(...kinds: Change["kind"][]): unknown[] {
    return [...this.#changes.values()].flatMap(({ person, changes }) =>
      changes.flatMap((change) => {
        if (!kinds.includes(change.kind)) return [];
        return "labelId" in change
          ? [[person.customer, change.labelId]]
          : "groupId" in change
            ? [[person.customer, change.groupId]]
            : [];
      }),
    );
  }
}

/** The customer's values after the changes of fields; the same object where there are none. */
function dataAfter({ fields }: Around, { data }: Person, changes: readonly Change[]): Person["data"] {
  let after = data;
  for (const change of changes) {
    if (change.kind !== "field") continue;
    const field = fields.find(({ fieldName }) => fieldName === change.field);
    if (!field) continue;
    const { [field.id]: _, ...others } = after;
    const value =
      change.value === null
        ? ""
        : typeof change.value === "object"
          ? JSON.stringify(change.value)
          : String(change.value);
    after = value === "" ? others : { ...others, [field.id]: value.trim() };
  }
  return after;
}
