import { useMemo, useState } from "react";
import { call } from "#app/data/api.ts";
import { useWork, type Work } from "#app/features/autosave/use-work.ts";
import { getWaFlowDraft, saveWaFlowDraft, type WaFlowDraft } from "#workers/contract/endpoints/wa-flows.ts";
import { checkWaFlow } from "#workers/contract/wa-flows/check.ts";
import type { Json, WaFlowProblem } from "#workers/contract/wa-flows/flow-json.ts";

export type FlowValue = Pick<WaFlowDraft, "name" | "categories" | "content" | "rules">;

export interface FlowControl extends Work<FlowValue, WaFlowDraft> {
  /** Problems that our own check finds, and those that only the server does, such as in the endpoint's answers. */
  problems: readonly WaFlowProblem[];
  state: WaFlowDraft["state"];
  setState: (state: WaFlowDraft["state"]) => void;
  /** Changes the Flow JSON. */
  edit: (edit: (content: Json) => Json, gesture?: string) => void;
}

/** A flow that is worked on, with what is wrong with it as it is now. */
export function useFlow(draft: WaFlowDraft): FlowControl {
  const [state, setState] = useState(draft.state);
  const [told, setTold] = useState(draft.problems);
  const params = { id: draft.id };
  const work = useWork({
    name: `wa-flow ${draft.id}`,
    draft,
    valueOf: ({ name, categories, content, rules }: WaFlowDraft): FlowValue => ({
      name,
      categories,
      content,
      rules,
    }),
    save: (value: FlowValue, revision) => call(saveWaFlowDraft, { params, body: { ...value, revision } }),
    fetch: () => call(getWaFlowDraft, { params }),
    onSaved: ({ problems }) => setTold(problems),
    onTaken: (other) => {
      setState(other.state);
      setTold(other.problems);
    },
  });
  const { content } = work.value;
  const own = useMemo(() => checkWaFlow(content).problems, [content]);
  const problems = useMemo(() => {
    const known = new Set(own.map(({ path, sentence }) => `${path} ${sentence}`));
    const isRule = ({ path }: WaFlowProblem) => path.startsWith("/rules") || path === "";
    return [...own, ...told.filter((each) => isRule(each) && !known.has(`${each.path} ${each.sentence}`))];
  }, [own, told]);
  return {
    ...work,
    problems,
    state,
    setState,
    edit: (edit, gesture) =>
      work.change((value) => {
        const next = edit(value.content);
        return next === value.content ? value : { ...value, content: next };
      }, gesture),
  };
}
