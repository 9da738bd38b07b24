import { useState } from "react";
import { call } from "#app/data/api.ts";
import { useQueryOf } from "#app/data/query.ts";
import { VersionsWindow } from "#app/features/draft-editor/versions-window.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { graphEditorTexts } from "#texts/graph-editor.ts";
import { uiTexts } from "#texts/ui.ts";
import { type AutomationDraft, automationDoors } from "#workers/contract/endpoints/automations.ts";
import { linesOf } from "./difference-lines.ts";
import type { GraphControl } from "./use-graph.ts";

const texts = graphEditorTexts.versions;
const PAGE = 20;

/** Published versions: what is different from the draft, and the way back to one. */
export function VersionsDialog({
  draft: { id, kind },
  control,
  readOnly,
  open,
  onClose,
}: {
  draft: Pick<AutomationDraft, "id" | "kind">;
  control: GraphControl;
  readOnly: boolean;
  open: boolean;
  onClose: () => void;
}) {
  const door = automationDoors[kind];
  const [pages, setPages] = useState(1);
  const { answer, failure, asking, reload } = useQueryOf(
    door.versions,
    { params: { id }, query: { from: 0, perPage: pages * PAGE } },
    { enabled: open, keepsLast: true },
  );
  const [compared, setCompared] = useState<{ number: number; lines: string[] }>();
  const sending = useSend();
  const compare = (number: number) =>
    sending.send(
      () => call(door.version, { params: { id, number } }),
      ({ graph }) => setCompared({ number, lines: linesOf(control.graph, graph) }),
    );
  return (
    <VersionsWindow
      {...{ open, sending, control, readOnly, onClose }}
      size="lg"
      words={texts}
      list={{ answer, failure, asking, reload }}
      takeBack={(number, revision) => call(door.takeBack, { params: { id }, body: { number, revision } })}
      onMore={() => setPages(pages + 1)}
      renderActions={({ number }) => (
        <Button
          size="sm"
          disabledReason={sending.busy ? uiTexts.wait : undefined}
          onClick={() => void compare(number)}
        >
          {texts.compare}
        </Button>
      )}
      renderAbout={({ number, checks }) => (
        <>
          {checks && (
            <p className="text-[0.8125rem] [overflow-wrap:anywhere] text-muted">
              {checks.reason === ""
                ? texts.passed(checks.cases)
                : texts.anyway(checks.failures, checks.cases, checks.reason)}
            </p>
          )}
          {compared?.number === number && (
            <div role="status" className="mt-2 rounded-md bg-sunken px-3 py-2">
              <p className="font-medium">{texts.comparing(number)}</p>
              <ul className="ml-4 list-disc">
                {(compared.lines.length > 0 ? compared.lines : [texts.same]).map((line) => (
                  <li key={line} className="[overflow-wrap:anywhere]">
                    {line}
                  </li>
                ))}
              </ul>
            </div>
          )}
        </>
      )}
    />
  );
}
