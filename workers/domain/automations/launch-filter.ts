import type { Person } from "../audience/people.ts";
import { contactOf } from "../audience/values.ts";
import type { Ctx } from "../ctx.ts";
import type { FieldRow } from "../customers/live-fields.ts";
import { failingRow } from "../entries/decide.ts";
import type { NodeDataOf } from "../flow/data.ts";
import { compiledOf } from "../runs/compiled.ts";
import { contactNames, MARKS, type Marks, marksIn, NO_MARKS } from "../runs/contact-fields.ts";
import { graphIn } from "../runs/people.ts";

/** Tells which people of an audience come in. */
interface StartFilter {
  /** Whether it asks for groups or labels, which are read apart. */
  asksMarks: boolean;
  letsIn: (
    person: Pick<Person, "name" | "phone" | "data" | "row">,
    marks: Marks | undefined,
    now: number,
  ) => boolean;
}
export const EVERYBODY: StartFilter = { asksMarks: false, letsIn: () => true };
const MARKED: ReadonlySet<string> = new Set(Object.keys(NO_MARKS).map((name) => `contact.${name}`));

/** The trigger by which everybody of an audience enters. */
export const BY_AUDIENCE = { kind: "audience" } as const;

/**
 * Whether a version's Start lets somebody of an audience in. Coming again is not asked: a launch is an instance of its own,
 * which nobody enters twice.
 */
export function startFilter(
  { versionId, graph }: { versionId: string; graph: string },
  fields: readonly FieldRow[],
): StartFilter {
  const { nodes, start, known } = compiledOf(versionId, contactNames(fields), () => graphIn(graph));
  const { filter } = (nodes.get(start ?? "")?.data ?? {}) as Partial<NodeDataOf<"start">>;
  const asksMarks = filter?.rows.some(({ field }) => MARKED.has(field)) ?? false;
  const letsIn: StartFilter["letsIn"] = (person, marks, now) => {
    const contact = { ...(marks ?? NO_MARKS), ...contactOf(person, fields) };
    const values = { contact, property: {}, vars: {}, trigger: BY_AUDIENCE, row: {}, now: new Date(now) };
    return failingRow({ filter, known, values, now }) === undefined;
  };
  return { asksMarks, letsIn };
}

const OF_THESE = `SELECT e.value AS customer, ${MARKS("e.value", "?2")} AS marks FROM json_each(?1) e`;

/** The groups and labels of people, where a filter asks for them; nobody's otherwise. */
export async function marksOf(
  { db: { $client }, enterpriseId }: Pick<Ctx, "db" | "enterpriseId">,
  { asksMarks }: Pick<StartFilter, "asksMarks">,
  people: readonly Pick<Person, "customer">[],
): Promise<ReadonlyMap<number | null, Marks>> {
  const customers = asksMarks ? people.flatMap(({ customer }) => customer ?? []) : [];
  if (customers.length === 0) return new Map();
  const { results } = await $client
    .prepare(OF_THESE)
    .bind(JSON.stringify(customers), enterpriseId)
    .all<{ customer: number; marks: string }>();
  return new Map(results.map(({ customer, marks }) => [customer, marksIn(marks)]));
}
