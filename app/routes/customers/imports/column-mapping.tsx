import { useState } from "react";
import { request } from "#app/data/api.ts";
import { invalidate } from "#app/data/query.ts";
import { useCan } from "#app/session/session.ts";
import { useSend } from "#app/kit/use-send.ts";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { ErrorSummary } from "#app/components/ui/error-summary.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { importsTexts as texts } from "#texts/imports.ts";
import { type CustomerField, listFields, saveField } from "#workers/contract/endpoints/customer-fields.ts";
import {
  type ColumnTarget,
  type CustomerImport,
  standardTargets,
  startImport,
} from "#workers/contract/endpoints/imports.ts";
import { ColumnsTable, targetId } from "./columns-table.tsx";
import { fieldOf } from "./new-field.ts";
import { problemsOfMapping } from "./mapping-problems.ts";
import { type OptInDraft, OptInFields, problemsOfOptIn } from "./opt-in-fields.tsx";
import { PreviewSheet } from "./preview-sheet.tsx";
import { StageHeading } from "./stage-heading.tsx";
import type { Inspected } from "./choose-file.tsx";

/** An uploaded and inspected file with its column mapping. */
export interface Draft {
  file: File;
  inspected: Inspected;
  mapping: ColumnTarget[];
  /** Proof that its people agreed to offers; undefined where it is not ticked. */
  optIn: OptInDraft | undefined;
}

/** Maps the file's columns to fields; then starts a dry run, or the import at once. */
export function ColumnMapping({
  draft: { file, inspected, mapping, optIn },
  fields,
  onChange,
  onOptIn,
  onStarted,
  onOther,
}: {
  draft: Draft;
  fields: CustomerField[];
  /** Takes the mapping as it is by then: a field is made meanwhile. */
  onChange: (change: (now: readonly ColumnTarget[]) => ColumnTarget[]) => void;
  onOptIn: (next: OptInDraft | undefined) => void;
  onStarted: (upload: CustomerImport) => void;
  onOther: () => void;
}) {
  const toast = useToast();
  const mayMake = useCan()("CUSTOMER_MASTER.VIEW");
  const { busy, failure, send } = useSend();
  const [checks, setChecks] = useState(false);
  const [round, setRound] = useState(0);
  const targets: { value: ColumnTarget; label: string }[] = [
    ...standardTargets.map((value) => ({ value, label: texts.targets[value] })),
    ...fields.map(({ _id, fieldLabel }) => ({ value: `field:${_id}` as const, label: fieldLabel })),
  ];
  const labelOf = (target: ColumnTarget) => targets.find(({ value }) => value === target)?.label ?? "";
  const { whole, columns } = problemsOfMapping(mapping, labelOf);
  const missing = problemsOfOptIn(optIn);
  const problems = [
    ...whole.map((text) => ({ id: targetId(0), text })),
    ...[...columns].map(([at, text]) => ({ id: targetId(at), text })),
    ...missing.map(({ id, text }) => ({ id, text })),
  ];

  const makeField = (column: number, header: string) =>
    void send(
      () => request(saveField, { body: fieldOf(header) }),
      async ({ payload: { inputFieldDefinition: made } }) => {
        await invalidate(listFields);
        const target: ColumnTarget = `field:${made._id}`;
        onChange((now) => inspected.headers.map((_, at) => (at === column ? target : (now[at] ?? ""))));
        toast.success(texts.fieldMade(made.fieldLabel));
      },
    );

  const start = (dryRun: boolean) => {
    if (problems.length > 0) return setRound(round + 1);
    setChecks(dryRun);
    void send(
      () =>
        request(startImport, {
          body: {
            file: { name: file.name, path: inspected.path, source: "URL" },
            mapping,
            dryRun,
            optIn: optIn ?? null,
          },
        }),
      ({ payload, message }) => {
        if (!dryRun) toast.success(message);
        onStarted(payload);
      },
    );
  };
  const { encoding, delimiter } = inspected;
  const separator = texts.separators[delimiter as keyof typeof texts.separators] ?? delimiter;
  return (
    <Card className="grid gap-4 p-5">
      <div>
        <StageHeading>
          {texts.mapping}: {file.name}
        </StageHeading>
        <p className="text-muted">
          {texts.mappingHint} {texts.encoding(encoding.toUpperCase(), separator)}
        </p>
      </div>
      {round > 0 && (
        <ErrorSummary
          problems={problems}
          round={round}
          {...(problems.length > missing.length && { title: texts.mappingWrong })}
        />
      )}
      <Failure text={failure} />
      <ColumnsTable
        inspected={inspected}
        mapping={mapping}
        targets={targets}
        problems={columns}
        onNew={mayMake && !busy ? makeField : undefined}
        onChange={(next) => onChange(() => next)}
      />
      <PreviewSheet inspected={inspected} mapping={mapping} labelOf={labelOf} />
      <OptInFields optIn={optIn} problems={round > 0 ? missing : []} onChange={onOptIn} />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <Button tone="ghost" className="mr-auto" onClick={onOther}>
          {texts.otherFile}
        </Button>
        <p id="check-hint" className="text-[0.8125rem] text-muted">
          {texts.checkHint}
        </p>
        <Button busy={busy && checks} aria-describedby="check-hint" onClick={() => start(true)}>
          {texts.check}
        </Button>
        <Button tone="primary" busy={busy && !checks} onClick={() => start(false)}>
          {texts.startNow}
        </Button>
      </div>
    </Card>
  );
}
