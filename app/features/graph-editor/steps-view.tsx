import { List, Workflow } from "lucide-react";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { lazilyShown } from "#app/components/ui/lazily.tsx";
import { Segments } from "#app/components/ui/segments.tsx";
import { graphEditorTexts as texts } from "#texts/graph-editor.ts";
import { graphLimits } from "#workers/contract/automation/limits.ts";

export const Canvas = lazilyShown(
  () => import("./canvas.tsx"),
  (module) => module.Canvas,
  () => <SkeletonRows rows={4} />,
);

/** Nobody tests before there is something to test. */
export const TestPanel = lazilyShown(
  () => import("./test-panel.tsx"),
  (module) => module.TestPanel,
  () => <SkeletonRows rows={4} />,
);

export type StepsView = "list" | "canvas";

/** Which of the two equal views of the steps is shown. */
export function ViewSwitch({
  view,
  count,
  onChange,
}: {
  view: StepsView;
  /** Steps of the graph: a drawing of too many is no help to anybody. */
  count: number;
  onChange: (view: StepsView) => void;
}) {
  const isFull = count > graphLimits.onCanvas;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Segments
        label={texts.views}
        value={view}
        segments={[
          { value: "list", label: texts.list, icon: List },
          {
            value: "canvas",
            label: texts.canvas,
            icon: Workflow,
            reason: isFull ? texts.canvasFull(graphLimits.onCanvas) : undefined,
          },
        ]}
        onChange={onChange}
      />
      {isFull && <p className="text-xs text-muted">{texts.canvasFull(graphLimits.onCanvas)}</p>}
    </div>
  );
}
