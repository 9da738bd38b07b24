import { graphEditorTexts } from "#texts/graph-editor.ts";
import type { Graph } from "#workers/contract/automation/graph.ts";
import { nodeTitle } from "#workers/contract/automation/node-title.ts";
import { differingNodes, nodeOf } from "./edits.ts";

const texts = graphEditorTexts.versions;

/** One line for each thing that the draft and another graph do not agree about. */
export function linesOf(mine: Graph, theirs: Graph): string[] {
  const steps = differingNodes(mine, theirs).map((id) => {
    const [here, there] = [nodeOf(mine, id), nodeOf(theirs, id)];
    return lineOf(here && nodeTitle(here, mine, undefined), there && nodeTitle(there, theirs, undefined));
  });
  return [
    ...steps,
    ...namedLines(mine.variables, theirs.variables, texts.variable),
    ...namedLines(mine.properties ?? [], theirs.properties ?? [], texts.property),
    ...(isSame(mine.exit, theirs.exit) ? [] : [texts.exit]),
    ...(isSame(mine.errorHandler, theirs.errorHandler) ? [] : [texts.errorHandler]),
    ...(isSame([mine.notes, mine.frames], [theirs.notes, theirs.frames])
      ? []
      : [graphEditorTexts.notes.differ]),
  ];
}

/** As both are stored; what is not set is told from everything that can be. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Of something that at least one side has, by its title there. */
const lineOf = (here: string | undefined, there: string | undefined): string =>
  here === undefined
    ? texts.onlyVersion(there ?? "")
    : there === undefined
      ? texts.onlyDraft(here)
      : texts.differs(here);

function namedLines(
  mine: readonly { name: string }[],
  theirs: readonly { name: string }[],
  titleOf: (name: string) => string,
): string[] {
  const [here, there] = [mine, theirs].map((all) => new Map(all.map((each) => [each.name, each])));
  const names = [...new Set([...mine, ...theirs].map(({ name }) => name))];
  return names
    .filter((name) => !isSame(here?.get(name), there?.get(name)))
    .map((name) =>
      lineOf(here?.has(name) ? titleOf(name) : undefined, there?.has(name) ? titleOf(name) : undefined),
    );
}
