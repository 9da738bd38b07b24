import { call } from "#app/data/api.ts";
import { useWork, type Work } from "#app/features/autosave/use-work.ts";
import { usePublished } from "#app/features/draft-editor/use-published.ts";
import type { Graph } from "#workers/contract/automation/graph.ts";
import type { GraphProblem } from "#workers/contract/automation/problem.ts";
import { type AutomationDraft, automationDoors } from "#workers/contract/endpoints/automations.ts";

export interface GraphControl extends Omit<Work<Graph, AutomationDraft>, "value"> {
  graph: Graph;
  problems: readonly GraphProblem[];
  /** The published version, and whether the draft differs from it. */
  published: { version: number | null; changed: boolean };
  setPublished: (version: number) => void;
}

/** A graph that is worked on, with what is wrong with it and what of it is published. */
export function useGraph(draft: AutomationDraft): GraphControl {
  const door = automationDoors[draft.kind];
  const { shown, onSaved, onTaken } = usePublished(draft);
  const params = { id: draft.id };
  const { value: graph, ...work } = useWork({
    name: `graph ${draft.id}`,
    draft,
    valueOf: (of: AutomationDraft) => of.graph,
    save: (value: Graph, revision) => call(door.saveDraft, { params, body: { graph: value, revision } }),
    fetch: () => call(door.draft, { params }),
    onSaved: (answer) => onSaved(answer),
    onTaken,
  });
  return { ...work, ...shown, graph };
}
