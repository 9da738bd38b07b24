import type { Graph } from "#workers/contract/automation/graph.ts";
import { nodeTypeOf } from "#workers/contract/automation/node-types.ts";
import type { GraphProblem } from "#workers/contract/automation/problem.ts";
import { automationTexts } from "#texts/automation.ts";
import type { NodeDataOf } from "./data.ts";

const texts = automationTexts.problems;
/** A fixed address, or a name that may have one. */
const LINK = /https?:|\{/;

/** Waits for the click of a link in what has none: nobody can ever press it. */
export function checkClicks({ nodes }: Graph): GraphProblem[] {
  const waits = nodes.filter(({ type }) => type === "waitFor");
  if (waits.length === 0) return [];
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return waits.flatMap(({ id: node, data }) => {
    const parsed = nodeTypeOf("waitFor")?.schema.safeParse(data);
    if (!parsed?.success) return [];
    return (parsed.data as NodeDataOf<"waitFor">).events.flatMap(({ kind, of }, at): GraphProblem[] => {
      const named = of === undefined ? undefined : byId.get(of);
      if (kind !== "click" || !named || mayHaveLink(named)) return [];
      return [
        { code: "noLink", severity: "warning", node, field: `events.${at}.of`, sentence: texts.noLink },
      ];
    });
  });
}

/** A template's and a card's words are elsewhere, so they may. */
const mayHaveLink = ({ data }: Graph["nodes"][number]): boolean =>
  wordsIn(data).some(([key, words]) => key === "templateId" || key === "cardId" || LINK.test(words));

function wordsIn(value: unknown, key = ""): [key: string, words: string][] {
  if (typeof value === "string") return [[key, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => wordsIn(each, name));
}
