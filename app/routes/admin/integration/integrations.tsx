import { Plug, Plus } from "lucide-react";
import { useState } from "react";
import { redirect } from "react-router";
import { call, messageOf, request } from "#app/data/api.ts";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { invalidate, load, useLoaded } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { ListBody } from "#app/kit/list-screen.tsx";
import { fromIn } from "#app/kit/list-state.ts";
import { useListState } from "#app/kit/use-list-state.ts";
import { useSend } from "#app/kit/use-send.ts";
import { Button } from "#app/components/ui/button.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { authConfigsTexts as texts } from "#texts/auth-configs.ts";
import { uiTexts } from "#texts/ui.ts";
import { can, useSession } from "#app/session/session.ts";
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
import { IntegrationPage } from "./integration-page.tsx";

const PAGE = 25;
const TYPE_CHOICES = [
  { value: "", label: texts.allTypes },
  ...Object.entries(texts.types).map(([value, label]) => ({ value, label })),
];

const { title, pageLead: lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({
  ...{ title, lead, failed },
  Around: IntegrationPage,
});

/** The selected type, the page and the open configuration are in the address. */
export const clientLoader = prefetched(async ({ request: { url } }: Route.ClientLoaderArgs) => {
  const { pathname, searchParams } = new URL(url);
  const type = Number(searchParams.get("type"));
  const authType = type >= 1 && type <= 5 ? type : undefined;
  const from = fromIn(searchParams);
  const list = await load(listIntegrations, { query: { authType, from, perPage: PAGE } });
  if (list.answer.configs.length === 0 && from > 0) {
    return redirect(authType === undefined ? pathname : `${pathname}?type=${authType}`);
  }
  return { list, from, type: authType === undefined ? "" : String(authType) };
});

/** The enterprise's connections to other systems. */
export default function Integrations({ loaderData: { list: loaded, from, type } }: Route.ComponentProps) {
  const { profile } = useSession();
  const listState = useListState("open");
  const list = useLoaded(loaded);
  const { configs, more, total } = list.answer;
  const [making, setMaking] = useState(false);
  const { result, busyId, test, remove } = useConfigActions();
  const opened = configs.find(({ id }) => id === listState.shown);
  const mayCreate = can(profile, ["INTEGRATIONS.CREATE"]);
  const add = (tone: "primary" | "secondary") => (
    <Button tone={tone} icon={<Plus aria-hidden />} onClick={() => setMaking(true)}>
      {texts.create}
    </Button>
  );
  return (
    <IntegrationPage actions={mayCreate && add("primary")}>
      <Field label={texts.type} className="mb-4 w-52">
        <Select
          value={type}
          options={TYPE_CHOICES}
          onChange={(next) => listState.change({ type: next, from: "" })}
        />
      </Field>
      {result && (
        <div className="mb-4">
          <p className="mb-1 font-medium">{result.name}</p>
          <FindingBanner finding={result.finding} />
        </div>
      )}
      <ListBody
        {...{ list, from, more, total }}
        label={texts.pages}
        count={configs.length}
        perPage={PAGE}
        onGo={listState.go}
        empty={{
          icon: <Plug />,
          title: type ? texts.noneOfType : texts.none,
          text: texts.noneText,
          action: mayCreate && add("secondary"),
        }}
      >
        <ConfigsTable
          configs={configs}
          mayEdit={can(profile, ["INTEGRATIONS.EDIT"])}
          mayDelete={can(profile, ["INTEGRATIONS.DELETE"])}
          busyId={busyId}
          onOpen={({ id }) => listState.change({ open: id })}
          onTest={test}
          onRemove={(config) => void remove(config)}
        />
      </ListBody>
      {(making || opened) && (
        <ConfigDialog
          key={making ? "new" : opened?.id}
          config={making ? undefined : opened}
          onClose={() => (making ? setMaking(false) : listState.close())}
        />
      )}
    </IntegrationPage>
  );
}

/** Tests and deletes configurations; the result of a test stays visible. */
function useConfigActions() {
  const toast = useToast();
  const confirm = useConfirm();
  const { busy, send } = useSend();
  const [testedId, setTestedId] = useState<string>();
  const [result, setResult] = useState<{ name: string; finding: Finding }>();
  const test = ({ id, name }: Integration) => {
    if (busy) return;
    setTestedId(id);
    setResult(undefined);
    void send(
      () => call(testIntegration, { params: { id } }).catch(failedTest),
      (finding) => setResult({ name, finding }),
    );
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
    void invalidate(listIntegrations);
  };
  return { result, busyId: busy ? testedId : undefined, test, remove };
}

/** A test that could not even be made is shown like one that failed. */
const failedTest = (error: unknown): Finding => ({
  ok: false,
  milliseconds: 0,
  message: messageOf(error),
  answer: null,
});
