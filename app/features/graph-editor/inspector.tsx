import { useEffect, useRef } from "react";
import { Banner } from "#app/components/ui/banner.tsx";
import { lazilyShown } from "#app/components/ui/lazily.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { takesLetters } from "#app/lib/takes-letters.ts";
import { graphEditorTexts as texts } from "#texts/graph-editor.ts";
import { graphFieldsTexts } from "#texts/graph-fields.ts";
import type { Graph, GraphNode } from "#workers/contract/automation/graph.ts";
import { nodeTypeOf, type NodeTypeName } from "#workers/contract/automation/node-types.ts";
import type { GraphProblem } from "#workers/contract/automation/problem.ts";
import type { AutomationDraft, References } from "#workers/contract/endpoints/automations.ts";
import { mayBePinned } from "#workers/contract/automation/pin.ts";
import { renameNode, setData, setPin } from "./edits.ts";
import { FieldViews } from "./fields/field-view.tsx";
import { fieldsOfNodes } from "./fields/node-fields.ts";
import { setIn } from "./fields/paths.ts";
import { ScopeProvider, type Scope } from "./fields/scope.ts";
import { nodeTitle } from "#workers/contract/automation/node-title.ts";
import { readingOrder } from "#workers/contract/automation/reading-order.ts";
import { namesFor, typeLabel } from "./names.ts";
import { isPreviewed } from "./previewable.ts";
import { PinField } from "./pin-field.tsx";

const NodePreview = lazilyShown(
  () => import("./node-preview.tsx"),
  (module) => module.NodePreview,
  () => <SkeletonRows rows={2} />,
);

/** The form of one node: what it is called, and what it does. */
export function Inspector({
  node,
  graph,
  contactFields,
  references,
  problems,
  readOnly,
  focusField,
  change,
}: {
  node: GraphNode;
  graph: Graph;
  contactFields: AutomationDraft["contactFields"];
  references: References | undefined;
  problems: readonly GraphProblem[];
  readOnly: boolean;
  /** The path of the field that is to have the focus, once for each `round`. */
  focusField: { path: string; round: number };
  change: (edit: (graph: Graph) => Graph, gesture?: string) => void;
}) {
  const whole = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { path: wanted, round } = focusField;
  useEffect(() => {
    if (round === 0) return;
    // A dialog that closes gives the focus back to where it was, at the end of this very turn. Whoever is in a field of
    // this step by the next frame stays there: what they type would be lost.
    const before = document.activeElement;
    const frame = requestAnimationFrame(() => {
      const now = document.activeElement;
      if (now !== before && takesLetters(now) && whole.current?.contains(now)) return;
      const control = wanted === "" ? undefined : nearest(whole.current, node.id, wanted);
      (control ?? heading.current)?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [wanted, round, node.id]);

  const own = problems.filter((each) => each.node === node.id);
  const fields = Object.hasOwn(fieldsOfNodes, node.type) ? fieldsOfNodes[node.type as NodeTypeName] : [];
  const scope: Scope = {
    nodeId: node.id,
    data: node.data,
    readOnly,
    names: namesFor(graph, contactFields),
    variables: graph.variables.map(({ name }) => name),
    contactFields,
    nodes: readingOrder(graph).map((row) => ({
      value: row.node.id,
      label: texts.step(row.number, nodeTitle(row.node, graph, references)),
    })),
    references,
    problemAt: (path) => own.find(({ field }) => field === path)?.sentence,
    set: (path, value, typing) =>
      change(
        (now) => {
          const before = now.nodes.find(({ id }) => id === node.id)?.data ?? {};
          return setData(now, node.id, setIn(before, path, value) as GraphNode["data"]);
        },
        typing ? `${node.id}:${path}` : undefined,
      ),
  };
  const general = own.filter(({ field }) => field === undefined);
  return (
    <div ref={whole} className="grid gap-4">
      <h2 ref={heading} tabIndex={-1} className="text-base font-semibold">
        {typeLabel(node)}
      </h2>
      {!nodeTypeOf(node.type) && <Banner kind="warning">{texts.unknownType}</Banner>}
      {general.length > 0 && (
        <Banner kind={general.some(({ severity }) => severity === "error") ? "error" : "warning"}>
          <ul className="grid gap-1">
            {general.map(({ sentence, code, port = "" }) => (
              <li key={`${code} ${port} ${sentence}`}>{sentence}</li>
            ))}
          </ul>
        </Banner>
      )}
      <Field label={graphFieldsTexts.name} hint={graphFieldsTexts.nameHint}>
        <TextInput
          maxLength={100}
          readOnly={readOnly}
          value={node.name}
          onChange={(event) =>
            change((now) => renameNode(now, node.id, event.target.value), `${node.id}:name`)
          }
        />
      </Field>
      <ScopeProvider value={scope}>
        <FieldViews fields={fields} />
      </ScopeProvider>
      {isPreviewed(node) && <NodePreview node={node} />}
      {mayBePinned(node) && (
        <PinField
          node={node}
          readOnly={readOnly}
          onChange={(pin, typing) =>
            change((now) => setPin(now, node.id, pin), typing ? `${node.id}:pin` : undefined)
          }
        />
      )}
    </div>
  );
}

/** The control of a field, or of the part that it belongs to. */
function nearest(root: HTMLElement | null, nodeId: string, path: string): HTMLElement | undefined {
  const parts = path.split(".");
  for (let length = parts.length; length > 0; length--) {
    const prefix = `node-${nodeId}-${parts.slice(0, length).join(".")}`;
    const found = root?.querySelector<HTMLElement>(`[id="${prefix}"], [id^="${prefix}."]`);
    if (found) return found;
  }
  return undefined;
}
