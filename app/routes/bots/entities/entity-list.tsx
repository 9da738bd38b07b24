import { Boxes, Pencil, Plus, Trash2 } from "lucide-react";
import { Link, useNavigation, useRevalidator, useSearchParams } from "react-router";
import { ApiError, call } from "#app/api.ts";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Pager } from "#app/components/ui/pager.tsx";
import { SearchInput } from "#app/components/ui/search-input.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { LinkTabs } from "#app/components/ui/tabs.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { formatListMoment } from "#app/format.ts";
import { messages } from "#app/messages.ts";
import {
  deleteEntity,
  ENTITIES_PAGE,
  entityTypes,
  listEntities,
  type Entity,
} from "#workers/contract/endpoints/entities.ts";
import type { Route } from "./+types/entity-list.ts";

const texts = messages.entityList;

/** Which kind, which page and what is searched for are in the address. */
export async function clientLoader({ params: { id }, request }: Route.ClientLoaderArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const system = pathname.endsWith("/system");
  const from = Math.max(Math.floor(Number(searchParams.get("from"))) || 0, 0);
  const q = (searchParams.get("q") ?? "").slice(0, 200);
  const list = await call(listEntities, {
    params: { id },
    query: { from, type: system ? entityTypes.system : entityTypes.custom, searchterm: q || undefined },
    signal: request.signal,
  });
  return { ...list, id, system, from, q };
}

export function HydrateFallback() {
  return (
    <div className="p-6">
      <SkeletonRows rows={8} label={messages.ui.loading} />
    </div>
  );
}

/** The entities of a bot: its own, and those that every bot recognises. */
export default function EntityList({ loaderData }: Route.ComponentProps) {
  const { id, entities, more, system, from, q } = loaderData;
  const [, setSearch] = useSearchParams();
  const busy = useNavigation().state === "loading";
  const base = `/bots/${id}/entity-list`;
  const go = (next: { from?: number; q?: string }) => {
    const search = new URLSearchParams();
    if (next.q) search.set("q", next.q);
    if (next.from) search.set("from", String(next.from));
    setSearch(search, { replace: true, preventScrollReset: true, state: { keepFocus: true } });
  };
  const nothing = entities.length === 0;
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-5 sm:px-6">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <LinkTabs
          label={texts.kinds}
          tabs={[
            { to: `${base}/custom`, label: texts.custom },
            { to: `${base}/system`, label: texts.system },
          ]}
        />
        <ButtonLink tone="primary" icon={<Plus aria-hidden />} to={`${base}/create`}>
          {texts.create}
        </ButtonLink>
      </div>
      <SearchInput
        key={String(system)}
        label={texts.search}
        value={q}
        delay={300}
        onSearch={(text) => go({ q: text })}
        className="mb-4 w-full max-w-md"
      />
      <div aria-busy={busy}>
        {nothing && !system && !q && from === 0 ? (
          <EmptyState
            icon={<Boxes aria-hidden />}
            title={texts.empty}
            action={
              <ButtonLink tone="primary" icon={<Plus aria-hidden />} to={`${base}/create`}>
                {texts.create}
              </ButtonLink>
            }
          >
            {texts.emptyHint}
          </EmptyState>
        ) : nothing ? (
          <EmptyState icon={<Boxes aria-hidden />} title={q ? texts.noneFound(q) : texts.noData} />
        ) : system ? (
          <SystemTable entities={entities} base={base} />
        ) : (
          <CustomTable agentId={id} entities={entities} base={base} />
        )}
      </div>
      <Pager
        label={texts.pages}
        status={nothing ? texts.noData : texts.page(from + 1, from + entities.length)}
        hasPrevious={from > 0}
        hasNext={more}
        onPrevious={() => go({ q, from: Math.max(from - ENTITIES_PAGE, 0) })}
        onNext={() => go({ q, from: from + ENTITIES_PAGE })}
        busy={busy}
        endText={nothing ? texts.noData : texts.noMore}
      />
    </div>
  );
}

const linkClass = "rounded font-medium text-accent-ink underline-offset-2 hover:underline";

function CustomTable({ agentId, entities, base }: { agentId: string; entities: Entity[]; base: string }) {
  const confirm = useConfirm();
  const toast = useToast();
  const revalidator = useRevalidator();
  const remove = async (entity: Entity) => {
    const yes = await confirm({
      title: texts.deleteQuestion,
      text: entity.name,
      confirmLabel: messages.ui.delete,
      run: async () => {
        try {
          await call(deleteEntity, { params: { agentId, entityId: entity.id } });
        } catch (error) {
          // The server names the intents; they belong into the sentence.
          const where = error instanceof ApiError ? error.errors.entityId : undefined;
          throw where ? new ApiError(`${texts.inUseText} ${where}`, { status: 409 }) : error;
        }
      },
    });
    if (!yes) return;
    toast.success(messages.bots.entityDeleted);
    await revalidator.revalidate();
  };
  return (
    <Table caption={texts.tableOf.custom}>
      <thead>
        <tr>
          <Th>{texts.name}</Th>
          <Th>{texts.values}</Th>
          <Th>{texts.lastUpdated}</Th>
          <Th>{texts.settings}</Th>
        </tr>
      </thead>
      <tbody>
        {entities.map((entity) => (
          <tr key={entity.id}>
            <RowTh className="max-w-56 min-w-32 break-words">
              <Link to={`${base}/${entity.id}`} className={linkClass}>
                {entity.name}
              </Link>
            </RowTh>
            <Td className="max-w-md min-w-48">
              <span className="line-clamp-2 break-words">
                {entity.values.map(({ value }) => value).join(", ")}
              </span>
            </Td>
            <Td className="whitespace-nowrap tabular-nums">{formatListMoment(entity.updatedOn)}</Td>
            <Td className="whitespace-nowrap">
              <Link
                to={`${base}/${entity.id}`}
                aria-label={texts.edit(entity.name)}
                className="inline-flex size-7 items-center justify-center rounded-md align-middle text-muted hover:bg-hover hover:text-ink [&>svg]:size-4"
              >
                <Pencil aria-hidden />
              </Link>
              <IconButton
                size="sm"
                tone="danger"
                label={texts.remove(entity.name)}
                icon={<Trash2 aria-hidden />}
                onClick={() => void remove(entity)}
              />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function SystemTable({ entities, base }: { entities: Entity[]; base: string }) {
  return (
    <Table caption={texts.tableOf.system}>
      <thead>
        <tr>
          <Th>{texts.name}</Th>
          <Th>{texts.description}</Th>
        </tr>
      </thead>
      <tbody>
        {entities.map((entity) => (
          <tr key={entity.id}>
            <RowTh className="whitespace-nowrap">
              <Link to={`${base}/${entity.id}`} className={linkClass}>
                {entity.name}
              </Link>
            </RowTh>
            <Td>{entity.description}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
