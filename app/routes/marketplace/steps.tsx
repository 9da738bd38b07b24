import { useState } from "react";
import { Canvas, type StepsView, ViewSwitch } from "#app/features/graph-editor/steps-view.tsx";
import { marketplaceTexts as texts } from "#texts/marketplace.ts";
import type { Graph, GraphNode } from "#workers/contract/automation/graph.ts";
import { graphLimits } from "#workers/contract/automation/limits.ts";
import { nodeTitle } from "#workers/contract/automation/node-title.ts";
import { type NodeRow, readingOrder } from "#workers/contract/automation/reading-order.ts";

/** A step's words to the customer; '' for one that says nothing, or something other than words. */
function saidBy({ data }: GraphNode): string {
  if (typeof data["text"] === "string") return data["text"];
  const [first] = Array.isArray(data["variants"]) ? (data["variants"] as unknown[]) : [];
  const text = (first as { content?: { text?: unknown } } | undefined)?.content?.text;
  return typeof text === "string" ? text : "";
}

const noProblems = () => ({ errors: 0 });

/** A journey's steps to be read: in the order of reading, or as they are drawn. */
export function Steps({ graph }: { graph: Graph }) {
  const [view, setView] = useState<StepsView>("canvas");
  const [selected, setSelected] = useState<string>();
  const rows = readingOrder(graph);
  const titleOf = ({ node }: Pick<NodeRow, "node">) => nodeTitle(node, graph, undefined);
  const isDrawn = view === "canvas" && rows.length <= graphLimits.onCanvas;
  return (
    <div className="grid gap-2">
      <ViewSwitch view={isDrawn ? "canvas" : "list"} count={rows.length} onChange={setView} />
      {isDrawn ? (
        <div role="region" aria-label={texts.drawing} className="h-96 rounded-lg border border-line">
          <Canvas
            {...{ graph, rows, titleOf, selected }}
            problemsOf={noProblems}
            current={undefined}
            readOnly
            actions={{ open: setSelected }}
            change={() => {}}
          />
        </div>
      ) : (
        <ol className="grid gap-2">
          {rows.map((row) => (
            <li key={row.node.id} className="rounded-lg border border-line p-3">
              <p className="font-medium [overflow-wrap:anywhere]">
                {row.number}. {titleOf(row)}
              </p>
              {saidBy(row.node) && (
                <p dir="auto" className="[overflow-wrap:anywhere] whitespace-pre-wrap">
                  {saidBy(row.node)}
                </p>
              )}
              <ul className="text-[0.8125rem] text-muted">
                {row.exits.map(({ port, label, to }) => {
                  const target = rows.find(({ node }) => node.id === to);
                  return (
                    target && (
                      <li key={port}>
                        {label}: {target.number}. {titleOf(target)}
                      </li>
                    )
                  );
                })}
              </ul>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
