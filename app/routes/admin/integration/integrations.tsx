import { Plug, Plus } from "lucide-react";
import { useState } from "react";
import { useRevalidator, useSearchParams } from "react-router";
import { ApiError, call, request } from "#app/data/api.ts";
import { ListPager } from "#app/kit/list-pager.tsx";
import { LoadFailure } from "#app/kit/load-failure.tsx";
import { Page } from "#app/components/page.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { fromIn } from "#app/kit/list-state.ts";
import { authConfigsTexts as texts } from "#texts/auth-configs.ts";
import { errorsTexts } from "#texts/errors.ts";
import { uiTexts } from "#texts/ui.ts";
import { can, useSession } from "#app/session/session.ts";
import { titleOf } from "#app/lib/title.ts";
import {
  deleteIntegration,
  type Finding,
  type Integration,
  listIntegrations,
  testIntegration,
} from "#workers/contract/endpoints/integrations.ts";
import type { Route } from "./+types/integrations.ts";
import { ConfigDialog } from "./config-dialog.tsx";
import { ConfigsTable } from "./configs-table.tsx";
import { FindingBanner } from "./finding-banner.tsx";

const PAGE = 25;
const TYPE_CHOICES = [
  { value: "", label: texts.allTypes },
  ...Object.entries(texts.types).map(([value, label]) => ({ value, label })),
];

export const meta = () => titleOf(texts.title);

/** The selected type, the page and the open configuration are in the address. */
export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(url);
  const type = Number(searchParams.get("type"));
  const authType = type >= 1 && type <= 5 ? type : undefined;
  const from = fromIn(searchParams);
  const list = await call(listIntegrations, { query: { authType, from, perPage: PAGE }, signal });
  return { ...list, from, type: authType === undefined ? "" : String(authType) };
}

export function HydrateFallback() {
  return (
    <Page title={texts.title} lead={texts.lead}>
      <SkeletonRows rows={6} />
    </Page>
  );
}

/** The enterprise's connections to other systems. */
export default function Integrations({ loaderData: { configs, more, from, type } }: Route.ComponentProps) {
  const { profile } = useSession();
  const [search, setSearch] = useSearchParams();
  const { revalidate } = useRevalidator();
  const [making, setMaking] = useState(false);
  const { result, busyId, test, remove } = useConfigActions(revalidate);
  const keep = { preventScrollReset: true, state: { keepFocus: true } };
  const go = (change: { type?: string; from?: number; open?: string }) => {
    const next = { type, from, ...change };
    const address = {
      ...(next.type && { type: next.type }),
      ...(next.from > 0 && { from: String(next.from) }),
      ...(next.open && { open: next.open }),
    };
    setSearch(address, keep);
  };
  const opened = configs.find(({ id }) => id === search.get("open"));
  const close = () => (making ? setMaking(false) : go({}));
  const mayCreate = can(profile, ["INTEGRATIONS.CREATE"]);
  const add = (tone: "primary" | "secondary") => (
    <Button tone={tone} icon={<Plus aria-hidden />} onClick={() => setMaking(true)}>
      {texts.create}
    </Button>
  );
  return (
    <Page title={texts.title} lead={texts.lead} actions={mayCreate && add("primary")}>
      <Field label={texts.type} className="mb-4 w-52">
        <Select value={type} options={TYPE_CHOICES} onChange={(next) => go({ type: next, from: 0 })} />
      </Field>
      {result && (
        <div className="mb-4">
          <p className="mb-1 font-medium">{result.name}</p>
          <FindingBanner finding={result.finding} />
        </div>
      )}
      {configs.length === 0 ? (
        <EmptyState
          icon={<Plug />}
          title={type ? texts.noneOfType : texts.none}
          action={mayCreate && add("secondary")}
        >
          {texts.noneText}
        </EmptyState>
      ) : (
        <ConfigsTable
          configs={configs}
          mayEdit={can(profile, ["INTEGRATIONS.EDIT"])}
          mayDelete={can(profile, ["INTEGRATIONS.DELETE"])}
          busyId={busyId}
          onOpen={({ id }) => go({ open: id })}
          onTest={(config) => void test(config)}
          onRemove={(config) => void remove(config)}
        />
      )}
      <ListPager
        {...{ from, more }}
        label={texts.pages}
        count={configs.length}
        perPage={PAGE}
        onGo={(next) => go({ from: next })}
      />
      {(making || opened) && (
        <ConfigDialog
          key={opened ? `${opened.id}-${opened.revision}` : "new"}
          config={making ? undefined : opened}
          onClose={close}
          onSaved={() => {
            close();
            void revalidate();
          }}
        />
      )}
    </Page>
  );
}

/** Tests and deletes configurations; the result of a test stays visible. */
function useConfigActions(onChanged: () => Promise<void>) {
  const toast = useToast();
  const confirm = useConfirm();
  const [busyId, setBusyId] = useState<string>();
  const [result, setResult] = useState<{ name: string; finding: Finding }>();
  const test = async ({ id, name }: Integration) => {
    if (busyId) return;
    setBusyId(id);
    setResult(undefined);
    try {
      setResult({ name, finding: await call(testIntegration, { params: { id } }) });
    } catch (error) {
      const message = error instanceof ApiError ? error.message : errorsTexts.internal;
      setResult({ name, finding: { ok: false, milliseconds: 0, message, answer: null } });
    } finally {
      setBusyId(undefined);
    }
  };
  const remove = async ({ id, name, authType }: Integration) => {
    const yes = await confirm({
      title: texts.removeQuestion(name),
      text: authType === 5 ? texts.removeGenAi : texts.removeText,
      confirmLabel: uiTexts.delete,
      run: () => request(deleteIntegration, { params: { id } }),
    });
    if (!yes) return;
    toast.success(texts.deleted);
    setResult(undefined);
    await onChanged();
  };
  return { result, busyId, test, remove };
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Page title={texts.title}>
      <LoadFailure error={error} title={texts.failed} />
    </Page>
  );
}
