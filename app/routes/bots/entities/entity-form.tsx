import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useOutletContext, useParams } from "react-router";
import { type Loaded, load, useLoaded } from "#app/data/query.ts";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { lazilyShown } from "#app/components/ui/lazily.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { NotRefreshed } from "#app/kit/not-refreshed.tsx";
import { frameOf } from "#app/kit/frame-of.tsx";
import { entityListTexts as texts } from "#texts/entity-list.ts";
import { entityTypes, entityUsage, getEntity } from "#workers/contract/endpoints/entities.ts";
import type { TrainingControl } from "../training/use-training.ts";
import type { Route } from "./+types/entity-form.ts";
import type { EditorProps } from "./entity-editor.tsx";
import { EntityUsage } from "./entity-usage.tsx";

const EntityEditor = lazilyShown(
  () => import("./entity-editor.tsx"),
  (module) => module.EntityEditor,
  (_: EditorProps) => <SkeletonRows rows={8} />,
);

export const { HydrateFallback, ErrorBoundary } = frameOf({
  title: texts.updateTitle,
  within: true,
  Gone,
});

/** The page that creates an entity, edits one of the bot's own, or shows a read-only system entity. */
export const clientLoader = prefetched(async ({ params }: Route.ClientLoaderArgs) => {
  const { id } = params;
  const entityId = "entityId" in params ? params.entityId : undefined;
  EntityEditor.prefetch();
  if (!entityId) return { agentId: id, known: undefined };
  const [entity, usage] = await Promise.all([
    load(getEntity, { params: { id, entityId } }),
    load(entityUsage, { params: { id, entityId } }),
  ]);
  return { agentId: id, known: { entity, usage } };
});

export default function EntityPage({ loaderData: { agentId, known } }: Route.ComponentProps) {
  return known ? <KnownEntity agentId={agentId} {...known} /> : <NewEntity agentId={agentId} />;
}

function NewEntity({ agentId }: { agentId: string }) {
  const training = useOutletContext<TrainingControl>();
  return (
    <Titled title={texts.createTitle} back={`/bots/${agentId}/entity-list/custom`}>
      <EntityEditor
        key="new"
        agentId={agentId}
        entity={undefined}
        usage={null}
        onSaved={training.noteChange}
      />
    </Titled>
  );
}

function KnownEntity({
  agentId,
  ...loaded
}: {
  agentId: string;
  entity: Loaded<typeof getEntity>;
  usage: Loaded<typeof entityUsage>;
}) {
  const training = useOutletContext<TrainingControl>();
  const known = useLoaded(loaded.entity);
  const entity = known.answer;
  const { intents: usage } = useLoaded(loaded.usage).answer;
  const base = `/bots/${agentId}/entity-list`;
  if (entity.type === entityTypes.system) {
    return (
      <Titled title={texts.systemTitle} back={`${base}/system`}>
        <div className="grid grid-cols-1 gap-4">
          <div className="grid gap-1">
            <p className="text-base font-semibold">{entity.name}</p>
            <p>{entity.description}</p>
            <p className="text-muted">{texts.systemHint}</p>
          </div>
          <EntityUsage agentId={agentId} usage={usage} />
        </div>
      </Titled>
    );
  }
  return (
    <Titled title={texts.updateTitle} back={`${base}/custom`}>
      <NotRefreshed list={known} />
      <EntityEditor
        key={entity.id}
        agentId={agentId}
        entity={entity}
        usage={<EntityUsage agentId={agentId} usage={usage} hint={texts.usedMeans} />}
        onSaved={training.noteChange}
      />
    </Titled>
  );
}

function Titled({ title, back, children }: { title: string; back: string; children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-4xl px-4 py-5 sm:px-6">
      <BackLink to={back} />
      <h2 className="mb-4 text-lg font-semibold">{title}</h2>
      {children}
    </div>
  );
}

function BackLink({ to }: { to: string }) {
  return (
    <Link
      to={to}
      className="finger mb-2 inline-flex min-h-6 items-center gap-1 rounded text-muted hover:text-ink"
    >
      <ArrowLeft aria-hidden className="size-4" />
      {texts.back}
    </Link>
  );
}

function Gone() {
  const { id } = useParams();
  return <EmptyState title={texts.gone} action={<BackLink to={`/bots/${id}/entity-list/custom`} />} />;
}
