import { type Part } from "#app/features/draft-editor/part-row.tsx";
import { PartsList } from "#app/features/draft-editor/parts-list.tsx";
import { flowDesignerTexts as texts } from "#texts/flow-designer.ts";
import type { Found, WaFlowProblem } from "#workers/contract/wa-flows/flow-json.ts";
import { componentOf, type ComponentType } from "#workers/contract/wa-flows/components.ts";
import { placeOf, titleOf } from "./edits.ts";

interface Props {
  found: readonly Found[];
  /** How many components a list holds. */
  lengthOf: (list: string) => number;
  problems: readonly WaFlowProblem[];
  open: string | undefined;
  readOnly: boolean;
  onOpen: (path: string) => void;
  onMove: (path: string, to: number) => void;
  onRemove: (path: string) => void;
}

/** The components of a screen; one is moved within the list that it is in. */
export function ComponentList({ found, lengthOf, problems, ...rest }: Props) {
  const parts = found.map((each): Part => {
    const { path, ifs } = each;
    const { list, at } = placeOf(path);
    const wrong = problems.filter(
      (problem) => problem.severity === "error" && nearest(found, problem.path)?.path === path,
    ).length;
    return {
      key: path,
      title: titleOf(each),
      hint: hintOf(each, list),
      wrong,
      list,
      at,
      count: lengthOf(list),
      depth: ifs,
    };
  });
  return (
    <PartsList
      {...rest}
      id="flow-components"
      label={texts.components}
      parts={parts}
      keyAt={({ list }, place) => `${list}/${place}`}
    />
  );
}

function hintOf({ type, ifs }: Found, list: string): string {
  const name = componentOf(type) ? texts.types[type as ComponentType] : type;
  const branch = /\/(then|else|children|cases\/[^/]+)$/.exec(list)?.[1];
  return ifs > 0 && branch !== undefined ? `${name} · ${branch.replace("cases/", "")}` : name;
}

/** The innermost component that a path is in. */
export const nearest = (found: readonly Found[], path: string): Found | undefined =>
  found.findLast((each) => path === each.path || path.startsWith(`${each.path}/`));
