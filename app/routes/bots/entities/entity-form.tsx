import { ArrowLeft } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import { Link, useNavigate, useRevalidator } from "react-router";
import { ApiError, call, request } from "#app/api.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { messages } from "#app/messages.ts";
import {
  entityTypes,
  entityUsage,
  getEntity,
  saveEntity,
  type Entity,
} from "#workers/contract/endpoints/entities.ts";
import type { Route } from "./+types/entity-form.ts";
import { searchOf } from "../place.ts";
import { useUnsaved } from "../unsaved.ts";
import {
  atRows,
  begunRows,
  bodyOf,
  digestOf,
  draftOf,
  type EntityDraft,
  problemsIn,
} from "./entity-draft.ts";
import { ValueRows } from "./value-rows.tsx";

const texts = messages.entityList;

export async function clientLoader({ params, request: { signal } }: Route.ClientLoaderArgs) {
  const { id } = params;
  const entityId = "entityId" in params ? params.entityId : undefined;
  if (!entityId) return { agentId: id, entity: undefined, usage: [] };
  const [entity, { intents: usage }] = await Promise.all([
    call(getEntity, { params: { id, entityId }, signal }),
    call(entityUsage, { params: { id, entityId }, signal }),
  ]);
  return { agentId: id, entity, usage };
}

export function HydrateFallback() {
  return (
    <div className="p-6">
      <SkeletonRows rows={6} label={messages.ui.loading} />
    </div>
  );
}

export default function EntityPage({ loaderData: { agentId, entity, usage } }: Route.ComponentProps) {
  const back = `/bots/${agentId}/entity-list`;
  const system = entity?.type === entityTypes.system;
  return (
    <div className="mx-auto w-full max-w-4xl px-4 py-5 sm:px-6">
      <Link
        to={system ? `${back}/system` : `${back}/custom`}
        className="mb-2 inline-flex min-h-6 items-center gap-1 text-muted hover:text-ink"
      >
        <ArrowLeft aria-hidden className="size-4" />
        {texts.back}
      </Link>
      <h2 className="mb-4 text-lg font-semibold">
        {system ? texts.systemTitle : entity ? texts.updateTitle : texts.createTitle}
      </h2>
      {system ? (
        <div className="grid gap-2">
          <p className="font-semibold">{entity.name}</p>
          <p>{entity.description}</p>
          <p className="text-muted">{texts.systemHint}</p>
        </div>
      ) : (
        <EntityForm key={`${entity?.id}:${entity?.revision}`} agentId={agentId} entity={entity} />
      )}
      {usage.length > 0 && (
        <section aria-labelledby="usage-title" className="mt-6 border-t border-line pt-4">
          <h3 id="usage-title" className="font-semibold">
            {texts.usedIn(usage.length)}
          </h3>
          <ul className="mt-2 grid gap-1">
            {usage.map(({ id, storyId, name, phrases, parameters }) => (
              <li key={id}>
                <Link
                  to={`/bots/${agentId}/intents?${searchOf({ story: storyId, intent: id, open: true }).toString()}`}
                  className="rounded text-accent-ink underline underline-offset-2"
                >
                  {name}
                </Link>{" "}
                <span className="text-muted">{texts.usedHow(phrases, parameters)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** A custom entity as a form: everything typed stays until it is saved or discarded, whatever the server says. */
function EntityForm({ agentId, entity }: { agentId: string; entity: Entity | undefined }) {
  const unsaved = useUnsaved();
  const navigate = useNavigate();
  const revalidator = useRevalidator();
  const toast = useToast();
  const [baseline] = useState(() => draftOf(entity));
  const [draft, setDraft] = useState(baseline);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<{ text: string; stale: boolean }>();
  const [busy, setBusy] = useState(false);
  const list = `/bots/${agentId}/entity-list/custom`;
  const edited = digestOf(draft) !== digestOf(baseline);
  const problems = problemsIn(draft);
  const shown = Object.fromEntries(
    Object.entries({ ...problems, ...refused }).filter(([place]) => left.has(place) || place in refused),
  );

  useEffect(() => {
    unsaved.mark(edited);
    return () => unsaved.mark(false);
  }, [edited, unsaved]);

  const change = (next: (now: EntityDraft) => EntityDraft) => {
    setDraft(next);
    setRefused({});
  };
  const save = async (event: FormEvent, revision = entity?.revision) => {
    event.preventDefault();
    if (busy) return;
    setLeft(new Set(["name", "values", ...draft.rows.map(({ key }) => `rows.${key}`)]));
    if (Object.keys(problems).length > 0) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const body = { ...bodyOf(draft), agentId, id: entity?.id, revision };
      const { message } = await request(saveEntity, { body });
      unsaved.mark(false);
      toast.success(message);
      await navigate(list);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const stale = error.errors.revision !== undefined;
      const fields = error.status === 409 && !stale ? { name: error.message } : error.errors;
      setRefused(atRows(fields, begunRows(draft)));
      setFailure({ text: error.message, stale });
      toast.error(error.message);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form onSubmit={(event) => void save(event)} noValidate className="grid gap-4">
      {failure && (
        <Banner
          kind="error"
          live
          actions={
            failure.stale && (
              <Button size="sm" onClick={() => void revalidator.revalidate()}>
                {texts.loadTheirs}
              </Button>
            )
          }
        >
          {failure.text}
        </Banner>
      )}
      <Field label={texts.name} required error={shown.name}>
        <TextInput
          autoFocus={entity === undefined}
          value={draft.name}
          maxLength={100}
          onChange={(event) => change((now) => ({ ...now, name: event.target.value }))}
          onBlur={() => draft.name && setLeft((now) => new Set(now).add("name"))}
        />
      </Field>
      {shown.values && (
        <p role="alert" className="font-medium text-danger-ink">
          {shown.values}
        </p>
      )}
      <ValueRows
        rows={draft.rows}
        problems={shown}
        onChange={(rows) => change((now) => ({ ...now, rows: rows(now.rows) }))}
        onLeave={(key) => setLeft((now) => new Set(now).add(`rows.${key}`))}
      />
      <div className="flex flex-wrap justify-end gap-2 border-t border-line pt-4">
        <Button
          onClick={() => {
            unsaved.mark(false);
            void navigate(list);
          }}
        >
          {edited ? texts.discard : messages.ui.cancel}
        </Button>
        <Button
          type="submit"
          tone="primary"
          busy={busy}
          disabledReason={Object.keys(problems).length > 0 ? Object.values(problems)[0] : undefined}
        >
          {entity ? texts.submit.update : texts.submit.create}
        </Button>
      </div>
    </form>
  );
}

export function ErrorBoundary() {
  return <p className="p-12 text-center text-muted">{texts.gone}</p>;
}
