import type { Person } from "../audience/people.ts";
import { contactOf } from "../audience/values.ts";
import type { FieldRow } from "../customers/live-fields.ts";
import { failingRow } from "../entries/decide.ts";
import type { NodeDataOf } from "../flow/data.ts";
import { compiledOf } from "../runs/compiled.ts";
import { contactNames } from "../runs/contact-fields.ts";
import { graphIn } from "../runs/people.ts";

/** The trigger by which everybody of an audience enters. */
export const BY_AUDIENCE = { kind: "audience" } as const;

/**
 * Whether a version's Start lets somebody of an audience in. Coming again is not asked: a launch is an instance of its own,
 * which nobody enters twice.
 */
export function startFilter(
  { versionId, graph }: { versionId: string; graph: string },
  fields: readonly FieldRow[],
): (person: Pick<Person, "name" | "phone" | "data" | "row">, now: number) => boolean {
  const { nodes, start, known } = compiledOf(versionId, contactNames(fields), () => graphIn(graph));
  const { filter } = (nodes.get(start ?? "")?.data ?? {}) as Partial<NodeDataOf<"start">>;
  return (person, now) => {
    const contact = contactOf(person, fields);
    const values = { contact, property: {}, vars: {}, trigger: BY_AUDIENCE, row: {}, now: new Date(now) };
    return failingRow({ filter, known, values, now }) === undefined;
  };
}
