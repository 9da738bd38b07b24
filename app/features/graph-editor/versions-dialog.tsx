import { useState } from "react";
import { call } from "#app/data/api.ts";
import { useQueryOf } from "#app/data/query.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { BusyLine } from "#app/components/ui/busy-line.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { formatMoment } from "#app/lib/format.ts";
import { graphEditorTexts } from "#texts/graph-editor.ts";
import { uiTexts } from "#texts/ui.ts";
import type { Graph } from "#workers/contract/automation/graph.ts";
import { type AutomationDraft, automationDoors } from "#workers/contract/endpoints/automations.ts";
import { differingNodes, nodeOf } from "./edits.ts";
import { nodeTitle } from "#workers/contract/automation/node-title.ts";
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
  const confirm = useConfirm();
  const toast = useToast();
  const { busy, failure: problem, send } = useSend();

  const compare = (number: number) =>
    send(
      () => call(door.version, { params: { id, number } }),
      ({ graph }) => setCompared({ number, lines: linesOf(control.graph, graph) }),
    );
  const takeBack = async (number: number) => {
    const question = {
      title: texts.takeBackOf(number),
      text: texts.takeBackText,
      confirmLabel: texts.takeBack,
      tone: "primary" as const,
    };
    if (!(await confirm(question))) return;
    await send(
      async () => {
        await control.flush();
        return call(door.takeBack, { params: { id }, body: { number, revision: control.revision() } });
      },
      (next) => {
        control.take(next);
        toast.success(texts.taken(number));
        onClose();
      },
    );
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.title}
      size="lg"
      footer={<Button onClick={onClose}>{uiTexts.close}</Button>}
    >
      <div className="grid gap-3">
        {problem && (
          <Banner kind="error" live>
            {problem}
          </Banner>
        )}
        {failure && <ErrorState text={failure.message} busy={asking} onRetry={reload} />}
        {!answer && !failure && <BusyLine />}
        {answer?.versions.length === 0 && <p className="py-4 text-center text-muted">{texts.none}</p>}
        <ul className="grid gap-2">
          {answer?.versions.map(({ number, note, checks, publishedBy, publishedAt }) => (
            <li key={number} className="rounded-md border border-line px-3 py-2">
              <div className="flex flex-wrap items-center gap-2">
                <h3 className="min-w-0 flex-1 font-medium">{texts.number(number)}</h3>
                <Button size="sm" disabled={busy} onClick={() => void compare(number)}>
                  {texts.compare}
                </Button>
                {!readOnly && (
                  <Button size="sm" disabled={busy} onClick={() => void takeBack(number)}>
                    {texts.takeBack}
                  </Button>
                )}
              </div>
              <p className="text-xs text-muted">{texts.by(publishedBy, formatMoment(publishedAt))}</p>
              <p className="mt-1 [overflow-wrap:anywhere]">{note || texts.noNote}</p>
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
            </li>
          ))}
        </ul>
        {answer?.more && <Button onClick={() => setPages(pages + 1)}>{texts.more}</Button>}
      </div>
    </Dialog>
  );
}

/** One line for each step that the draft and a version do not agree about. */
export function linesOf(mine: Graph, theirs: Graph): string[] {
  const isNoted = JSON.stringify([mine.notes, mine.frames]) !== JSON.stringify([theirs.notes, theirs.frames]);
  const steps = differingNodes(mine, theirs).map((id) => {
    const [here, there] = [nodeOf(mine, id), nodeOf(theirs, id)];
    if (here) {
      const title = nodeTitle(here, mine, undefined);
      return there ? texts.differs(title) : texts.onlyDraft(title);
    }
    return texts.onlyVersion(there ? nodeTitle(there, theirs, undefined) : id);
  });
  return isNoted ? [...steps, graphEditorTexts.notes.differ] : steps;
}
