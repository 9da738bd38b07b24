import { type FormEvent, type ReactNode, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { put } from "#app/data/query.ts";
import { ChangedMeanwhile } from "#app/kit/changed-meanwhile.tsx";
import { RestoredDraft } from "#app/kit/restored-draft.tsx";
import { Banner, Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { ErrorSummary } from "#app/components/ui/error-summary.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { entityListTexts as texts } from "#texts/entity-list.ts";
import { uiTexts } from "#texts/ui.ts";
import { useStore } from "#app/lib/store.ts";
import { getEntity, type Entity } from "#workers/contract/endpoints/entities.ts";
import { useUnsaved } from "#app/drafts/unsaved.ts";
import { differencesOf } from "./differences.ts";
import { type EntityDraft, problemsIn, type Row } from "./entity-draft.ts";
import { useEntityDraft } from "./use-entity-draft.ts";
import { useSaveEntity } from "./use-save-entity.ts";
import { valueId, wordsId } from "./value-row.tsx";
import { ADD_ID, ValueRows } from "./value-rows.tsx";

const NAME_ID = "entity-name";

export interface EditorProps {
  agentId: string;
  entity: Entity | undefined;
  /** The intents that use the entity, shown so that they are seen before saving. */
  usage: ReactNode;
  onSaved: () => void;
}

/** The form of a custom entity. Input is kept until saved or discarded, even when the server refuses it. */
export function EntityEditor({ agentId, entity, usage, onSaved }: EditorProps) {
  const control = useEntityDraft(agentId, entity);
  const { draft, edited } = control;
  const navigate = useNavigate();
  const hint = useStore(useUnsaved().hint, "");
  const list = `/bots/${agentId}/entity-list/custom`;
  const saving = useSaveEntity(control, { agentId, id: entity?.id }, async () => {
    onSaved();
    await navigate(list);
  });
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [all, setAll] = useState(false);
  const problems = useMemo(() => problemsIn(draft), [draft]);
  const shown = Object.fromEntries(
    Object.entries({ ...saving.refused, ...problems }).filter(
      ([field]) => all || left.has(field) || field in saving.refused,
    ),
  );
  const [first] = Object.entries(problems);

  const change = (next: (now: EntityDraft) => EntityDraft) => {
    control.change(next);
    saving.touch();
  };
  const refuse = () => {
    setAll(true);
    saving.refuse();
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (first) refuse();
    else void saving.save();
  };
  const startOver = (stored: Entity | undefined) => {
    control.load(stored);
    saving.reset();
    setLeft(new Set());
    setAll(false);
  };
  const summary = Object.entries(shown).map(([field, text]) => ({
    id: fieldId(field),
    // Server errors name the row already.
    text: field in problems ? inContext(field, text, draft.rows) : text,
  }));

  return (
    <form onSubmit={send} noValidate className="grid grid-cols-1 gap-4">
      <RestoredDraft control={control} onDiscard={() => startOver(entity)} />
      {hint && <Banner kind="warning">{hint}</Banner>}
      {saving.theirs ? (
        <ChangedMeanwhile
          text={saving.failure}
          differences={differencesOf(saving.theirs, draft)}
          onLoad={() => {
            const { theirs } = saving;
            startOver(theirs);
            if (theirs) put(getEntity, { params: { id: agentId, entityId: theirs.id } }, theirs);
          }}
          onKeep={() => void saving.save(saving.theirs?.revision)}
        />
      ) : (
        Object.keys(saving.refused).length === 0 && <Failure text={saving.failure} />
      )}
      <ErrorSummary problems={saving.round > 0 ? summary : []} round={saving.round} />
      <Field id={NAME_ID} label={texts.name} required error={shown.name} className="max-w-md">
        <TextInput
          autoFocus={entity === undefined}
          value={draft.name}
          maxLength={100}
          onChange={(event) => change((now) => ({ ...now, name: event.target.value }))}
          onBlur={() => draft.name && setLeft((now) => new Set(now).add("name"))}
        />
      </Field>
      <ValueRows
        agentId={agentId}
        rows={draft.rows}
        problems={shown}
        onChange={(rows) => change((now) => ({ ...now, rows: rows(now.rows) }))}
        onLeave={(field) => setLeft((now) => new Set(now).add(field))}
      />
      {shown.values && <p className="font-medium text-danger-ink">{shown.values}</p>}
      {usage}
      <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line pt-4">
        {first && (
          <p className="mr-auto min-w-0 text-muted">
            {texts.notYet} {inContext(first[0], first[1], draft.rows)}
          </p>
        )}
        <Button
          onClick={() => {
            control.forget();
            void navigate(list);
          }}
        >
          {edited ? texts.discard : uiTexts.cancel}
        </Button>
        <Button
          type="submit"
          tone="primary"
          busy={saving.busy}
          disabledReason={first?.[1]}
          // A click on the disabled button shows what is missing.
          onClickCapture={() => first && refuse()}
        >
          {entity ? texts.submit.update : texts.submit.create}
        </Button>
      </div>
    </form>
  );
}

function fieldId(field: string): string {
  const [, key, part] = /^rows\.(\d+)\.(\w+)/.exec(field) ?? [];
  if (key !== undefined) return part === "words" ? wordsId(Number(key)) : valueId(Number(key));
  return field === "values" ? ADD_ID : NAME_ID;
}

/** Prefixes a value's error with its row number, so that it can be found among hundreds. */
function inContext(field: string, problem: string, rows: readonly Row[]): string {
  const key = /^rows\.(\d+)/.exec(field)?.[1];
  const at = key === undefined ? -1 : rows.findIndex((row) => row.key === Number(key));
  return at < 0 ? problem : texts.inRow(at + 1, problem);
}
