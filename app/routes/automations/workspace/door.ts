import { call } from "#app/data/api.ts";
import { invalidate } from "#app/data/query.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { automationDoors } from "#workers/contract/endpoints/automations.ts";
import { freeName } from "./free-name.ts";

/** The difference between journeys and encaps apart from their words: their permissions. */
export const rightsOf = { journey: "JOURNEYS", encap: "ENCAPS" } as const;

/** Where an entry leads: to what belongs to an encap, and to the drawing of a journey. */
export const entryAddress = (kind: AutomationKind, id: string): string =>
  kind === "encap" ? `/encaps/workspace/${id}` : designerAddress(kind, id);

export const designerAddress = (kind: AutomationKind, id: string): string => `/designer/${kind}/${id}`;

/** Asks anew for the lists of a kind. */
export const shownAnew = (kind: AutomationKind): Promise<void> => invalidate(automationDoors[kind].list);

/** A name for a new one, numbered if it is taken. It is only proposed: the server refuses a taken one. */
export async function nameFor(kind: AutomationKind, wanted: string): Promise<string> {
  const named = (archived: "true" | "false") =>
    call(automationDoors[kind].list, { query: { name: wanted.slice(0, 90), archived, perPage: 1_000 } });
  const lists = await Promise.all([named("false"), named("true")]).catch(() => []);
  return freeName(
    wanted,
    lists.flatMap(({ automations }) => automations.map(({ name }) => name)),
  );
}
