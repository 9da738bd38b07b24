import { ArrowLeft } from "lucide-react";
import { Link, useOutletContext } from "react-router";
import { ApiError, call } from "#app/data/api.ts";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { entityListTexts as texts } from "#texts/entity-list.ts";
import { uiTexts } from "#texts/ui.ts";
import { entityTypes, entityUsage, getEntity } from "#workers/contract/endpoints/entities.ts";
import type { TrainingControl } from "../training/use-training.ts";
import type { Route } from "./+types/entity-form.ts";
import { EntityEditor } from "./entity-editor.tsx";
import { EntityUsage } from "./entity-usage.tsx";
import { LoadFailure } from "#app/kit/load-failure.tsx";

/** The page that creates an entity, edits one of the agent's own, or shows a read-only system entity. */
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
      <SkeletonRows rows={6} label={uiTexts.loading} />
    </div>
  );
}

export default function EntityPage({ loaderData: { agentId, entity, usage } }: Route.ComponentProps) {
  const training = useOutletContext<TrainingControl>();
  const base = `/bots/${agentId}/entity-list`;
  const system = entity?.type === entityTypes.system;
  return (
    <div className="mx-auto w-full max-w-4xl px-4 py-5 sm:px-6">
      <BackLink to={system ? `${base}/system` : `${base}/custom`} />
      <h2 className="mb-4 text-lg font-semibold">
        {system ? texts.systemTitle : entity ? texts.updateTitle : texts.createTitle}
      </h2>
      {system ? (
        <div className="grid grid-cols-1 gap-4">
          <div className="grid gap-1">
            <p className="text-base font-semibold">{entity.name}</p>
            <p>{entity.description}</p>
            <p className="text-muted">{texts.systemHint}</p>
          </div>
          <EntityUsage agentId={agentId} usage={usage} />
        </div>
      ) : (
        <EntityEditor
          key={entity?.id}
          agentId={agentId}
          entity={entity}
          usage={<EntityUsage agentId={agentId} usage={usage} hint={texts.usedMeans} />}
          onSaved={training.noteChange}
        />
      )}
    </div>
  );
}

function BackLink({ to }: { to: string }) {
  return (
    <Link to={to} className="mb-2 inline-flex min-h-6 items-center gap-1 rounded text-muted hover:text-ink">
      <ArrowLeft aria-hidden className="size-4" />
      {texts.back}
    </Link>
  );
}

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  if (!(error instanceof ApiError && error.status === 404)) {
    return <LoadFailure error={error} title={uiTexts.failed} />;
  }
  return <EmptyState title={texts.gone} action={<BackLink to={`/bots/${params.id}/entity-list/custom`} />} />;
}
