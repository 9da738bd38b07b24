import { ArchiveRestore, Trash2 } from "lucide-react";
import { useState } from "react";
import { redirect, useRevalidator, useSearchParams } from "react-router";
import { ApiError, call, request } from "#app/data/api.ts";
import { ListPager } from "#app/kit/list-pager.tsx";
import { LoadFailure } from "#app/kit/load-failure.tsx";
import { Page } from "#app/components/page.tsx";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { fromIn } from "#app/kit/list-state.ts";
import { errorsTexts } from "#texts/errors.ts";
import { trashTexts as texts } from "#texts/trash.ts";
import { uiTexts } from "#texts/ui.ts";
import { titleOf } from "#app/lib/title.ts";
import { loadSession } from "#app/session/session.ts";
import {
  deleteForGood,
  listTrash,
  restoreFromTrash,
  TRASH_PAGE,
  type TrashItem,
  type TrashKind,
  trashKinds,
} from "#workers/contract/endpoints/trash.ts";
import type { Route } from "./+types/trash.ts";
import { EmptyDialog } from "./empty-dialog.tsx";
import { TrashTable } from "./trash-table.tsx";

const KINDS = trashKinds.map((value) => ({ value, label: texts.kinds[value] }));

export const meta = () => titleOf(texts.title);

/** The selected kind and the page are in the address. */
export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const { pathname, searchParams } = new URL(url);
  const kind = trashKinds.find((each) => each === searchParams.get("kind")) ?? "customer";
  const from = fromIn(searchParams);
  const { features } = await loadSession();
  // The shell says that the trash is switched off; there is nothing to ask for.
  if (!features.trash) return { items: [], more: false, kind, from, now: Date.now() };
  const list = await call(listTrash, { query: { kind, from }, signal });
  if (list.items.length === 0 && from > 0) return redirect(`${pathname}?kind=${kind}`);
  return { ...list, kind, from, now: Date.now() };
}

export function HydrateFallback() {
  return (
    <Page title={texts.title} lead={texts.lead}>
      <SkeletonRows rows={8} />
    </Page>
  );
}

interface Outcome {
  kind: "success" | "error";
  text: string;
}

/** Deleted items, to be restored or permanently deleted. */
export default function Trash({ loaderData }: Route.ComponentProps) {
  const { items, more, kind, from, now } = loaderData;
  const [, setSearch] = useSearchParams();
  const { revalidate } = useRevalidator();
  const confirm = useConfirm();
  const [outcome, setOutcome] = useState<Outcome>();
  const [busyId, setBusyId] = useState<string>();
  const [emptying, setEmptying] = useState(false);
  const go = (next: { kind: TrashKind; from: number }) =>
    setSearch(
      { kind: next.kind, ...(next.from > 0 && { from: String(next.from) }) },
      { preventScrollReset: true, state: { keepFocus: true } },
    );
  const restore = async ({ id, name }: TrashItem) => {
    if (busyId) return;
    setBusyId(id);
    try {
      await call(restoreFromTrash, { params: { kind, id } });
      setOutcome({ kind: "success", text: texts.restored(name) });
    } catch (error) {
      setOutcome({
        kind: "error",
        text: error instanceof ApiError ? error.message : errorsTexts.internal,
      });
    } finally {
      setBusyId(undefined);
      await revalidate();
    }
  };
  const remove = async ({ id, name }: TrashItem) => {
    const yes = await confirm({
      title: texts.removeQuestion(name),
      text: texts.removeText,
      confirmLabel: uiTexts.delete,
      run: () => request(deleteForGood, { params: { kind, id } }),
    });
    if (!yes) return;
    setOutcome({ kind: "success", text: texts.removed(name) });
    await revalidate();
  };
  return (
    <Page
      title={texts.title}
      lead={texts.lead}
      actions={
        items.length > 0 && (
          <Button icon={<Trash2 aria-hidden />} onClick={() => setEmptying(true)}>
            {texts.empty}
          </Button>
        )
      }
    >
      <Field label={texts.kindLabel} className="mb-4 w-52">
        <Select value={kind} options={KINDS} onChange={(next) => go({ kind: next, from: 0 })} />
      </Field>
      {outcome && (
        <Banner kind={outcome.kind} live className="mb-3">
          {outcome.text}
        </Banner>
      )}
      {items.length === 0 ? (
        <EmptyState icon={<ArchiveRestore />} title={texts.none}>
          {texts.noneText}
        </EmptyState>
      ) : (
        <TrashTable
          caption={texts.tableOf(texts.kinds[kind])}
          items={items}
          now={now}
          busyId={busyId}
          onRestore={(item) => void restore(item)}
          onRemove={(item) => void remove(item)}
        />
      )}
      <ListPager
        {...{ from, more }}
        label={texts.pages}
        count={items.length}
        perPage={TRASH_PAGE}
        onGo={(next) => go({ kind, from: next })}
      />
      {emptying && (
        <EmptyDialog
          kind={kind}
          onClose={() => setEmptying(false)}
          onDone={(text) => {
            setEmptying(false);
            setOutcome({ kind: "success", text });
            void revalidate();
          }}
        />
      )}
    </Page>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Page title={texts.title}>
      <LoadFailure error={error} title={texts.failed} />
    </Page>
  );
}
