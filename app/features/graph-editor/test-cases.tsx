import { useState } from "react";
import { call, request } from "#app/data/api.ts";
import { useQueryOf } from "#app/data/query.ts";
import { Badge } from "#app/components/ui/badge.tsx";
import { Failure } from "#app/components/ui/banner.tsx";
import { BusyLine } from "#app/components/ui/busy-line.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { RowActions } from "#app/components/ui/row-actions.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { automationTryTexts } from "#texts/automation-try.ts";
import { uiTexts } from "#texts/ui.ts";
import type { Graph } from "#workers/contract/automation/graph.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { CASES, type TestCase } from "#workers/contract/automation/test-case.ts";
import { type CaseEntry, type CaseResult, caseDoors } from "#workers/contract/endpoints/automation-cases.ts";
import { CaseDialog } from "./case-dialog.tsx";

const texts = automationTryTexts.cases;

/** Tests that were kept: played again all together here, and before each publishing. */
export function TestCases({
  draft: { id, kind },
  graph,
  done,
  readOnly,
}: {
  draft: { id: string; kind: AutomationKind };
  graph: Graph;
  /** The test that has been played, if there is one to keep. */
  done: TestCase | undefined;
  readOnly: boolean;
}) {
  const door = caseDoors[kind];
  const params = { id };
  const { answer, failure, asking, reload } = useQueryOf(door.list, { params });
  const [dialog, setDialog] = useState<"new" | CaseEntry>();
  /** Of the graph as it was when they were played. */
  const [played, setPlayed] = useState<{ graph: Graph; results: readonly CaseResult[] }>();
  const confirm = useConfirm();
  const { busy, failure: problem, send } = useSend();
  const cases = answer?.cases ?? [];

  const run = () =>
    send(
      () => call(door.run, { params, body: { graph } }),
      ({ results }) => setPlayed({ graph, results }),
    );
  const remove = async ({ id: caseId, name }: CaseEntry) => {
    const question = { title: texts.removeTitle(name), text: texts.removeText, confirmLabel: uiTexts.delete };
    if (await confirm(question)) await send(() => request(door.remove, { params: { id, caseId } }), reload);
  };
  const expect = ({ id: caseId, name, revision }: CaseEntry) =>
    send(
      () => request(door.change, { params: { id, caseId }, body: { name, revision, graph } }),
      () => {
        reload();
        void run();
      },
    );
  const passed = played?.results.filter((each) => each.passed).length ?? 0;
  return (
    <section aria-labelledby="test-cases" className="grid gap-2 border-t border-line pt-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="test-cases" className="min-w-0 flex-1 font-semibold">
          {texts.title}
        </h2>
        {cases.length > 0 && (
          <Button size="sm" busy={busy} onClick={() => void run()}>
            {texts.runAll}
          </Button>
        )}
        {!readOnly && done && (
          <Button
            size="sm"
            disabledReason={cases.length >= CASES.most ? texts.full(CASES.most) : undefined}
            onClick={() => setDialog("new")}
          >
            {texts.save}
          </Button>
        )}
      </div>
      <p className="text-[0.8125rem] text-muted">{texts.lead}</p>
      <Failure text={problem} />
      {failure && <ErrorState text={failure.message} busy={asking} onRetry={reload} />}
      {!answer && !failure && <BusyLine />}
      {answer && cases.length === 0 && <p className="text-[0.8125rem] text-muted">{texts.none}</p>}
      {played && (
        <p role="status" className="text-[0.8125rem]">
          {texts.passed(passed, played.results.length)}
          {played.graph === graph ? "" : ` ${texts.older}`}
        </p>
      )}
      <ul className="grid gap-1.5">
        {cases.map((each) => {
          const result = played?.results.find((one) => one.id === each.id);
          return (
            <li key={each.id} className="rounded-md border border-line px-3 py-2">
              <div className="flex items-center gap-2">
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">{each.name}</span>
                  <span className="block text-xs text-muted">{texts.turns(each.turns, each.updatedBy)}</span>
                </span>
                {result && (
                  <Badge tone={result.passed ? "success" : "danger"}>
                    {result.passed ? texts.ok : texts.differs}
                  </Badge>
                )}
                {!readOnly && (
                  <RowActions
                    edit={{ label: texts.rename(each.name), onClick: () => setDialog(each) }}
                    remove={{ label: texts.remove(each.name), onClick: () => void remove(each) }}
                  />
                )}
              </div>
              {result && !result.passed && (
                <div className="mt-1 grid gap-1">
                  <p className="text-[0.8125rem] [overflow-wrap:anywhere]">{result.sentence}</p>
                  {!readOnly && (
                    <div>
                      <Button
                        size="sm"
                        disabledReason={busy ? uiTexts.wait : undefined}
                        onClick={() => void expect(each)}
                      >
                        {texts.expect}
                      </Button>
                    </div>
                  )}
                </div>
              )}
            </li>
          );
        })}
      </ul>
      {dialog && (
        <CaseDialog
          automation={{ id, kind }}
          changed={dialog === "new" ? undefined : dialog}
          content={done}
          onClose={() => setDialog(undefined)}
          onSaved={reload}
        />
      )}
    </section>
  );
}
