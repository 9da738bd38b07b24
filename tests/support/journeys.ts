import type { Graph } from "#workers/contract/automation/graph.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { automationDoors } from "#workers/contract/endpoints/automations.ts";
import type { ApiClient } from "#db/seed/client.ts";
import { graphOf } from "./flow.ts";

/** Asks for a city, and is over once it has heard one. */
export const askingForCity = (outcome = "done"): Graph =>
  graphOf(
    {
      start: ["start"],
      city: ["ask", { text: "Which city?", save: { to: "variable", name: "answer" } }],
      end: ["end", { outcome }],
    },
    ["start > city", "city > end"],
  );

/** A journey or an encap that is published, made as people make it. */
export async function publishedOne(
  owner: Pick<ApiClient, "call">,
  kind: AutomationKind,
  name: string,
  graph = askingForCity(),
): Promise<string> {
  const api = automationDoors[kind];
  const { id } = await owner.call(api.create, { body: { name, graph } });
  await owner.call(api.publish, { params: { id }, body: { revision: 1 } });
  return id;
}

/** Publishes another graph of it; answers the version's number. */
export async function publishedAnew(
  owner: Pick<ApiClient, "call">,
  kind: AutomationKind,
  id: string,
  graph: Graph,
): Promise<number> {
  const api = automationDoors[kind];
  const { revision } = await owner.call(api.draft, { params: { id } });
  const saved = await owner.call(api.saveDraft, { params: { id }, body: { graph, revision } });
  return (await owner.call(api.publish, { params: { id }, body: { revision: saved.revision } })).number;
}
