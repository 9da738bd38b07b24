import { KeyRound, MoreHorizontal, SquarePlus, Workflow } from "lucide-react";
import { useState } from "react";
import { redirect, useNavigate } from "react-router";
import { request } from "#app/data/api.ts";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { invalidate, load, useLoaded } from "#app/data/query.ts";
import { ConfirmByName } from "#app/kit/confirm-by-name.tsx";
import { frameOf } from "#app/kit/frame-of.tsx";
import { ListScreen } from "#app/kit/list-screen.tsx";
import { pagedIn } from "#app/kit/page-size.ts";
import { useRows } from "#app/kit/use-rows.tsx";
import { useListState } from "#app/kit/use-list-state.ts";
import { useSend } from "#app/kit/use-send.ts";
import { Page } from "#app/components/page.tsx";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Menu } from "#app/components/ui/menu.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { FigureTd, FigureTh, RowLink, RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { useShareEntry } from "#app/features/shelf/use-share-entry.tsx";
import { WaFlowBadge } from "#app/features/wa-flow-state/wa-flow-badge.tsx";
import { useCan } from "#app/session/session.ts";
import { uiTexts } from "#texts/ui.ts";
import { waFlowListTexts as texts } from "#texts/wa-flow-list.ts";
import {
  cloneWaFlow,
  deleteWaFlow,
  deprecateWaFlow,
  listWaFlows,
  syncWaFlow,
  WA_FLOWS_PAGE,
  type WaFlowEntry,
} from "#workers/contract/endpoints/wa-flows.ts";
import { type WaFlowState, waFlowStates } from "#workers/contract/wa-flows/flow.ts";
import type { Route } from "./+types/wa-flows.ts";
import { AddDialog } from "./add-dialog.tsx";
import { AnswersDialog } from "./answers-dialog.tsx";
import { FlowFileDialog } from "./flow-file.tsx";
import { KeysDialog } from "./keys-dialog.tsx";

const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed });

/** The search, the state and the page are in the address. */
export const clientLoader = prefetched(async ({ request: { url } }: Route.ClientLoaderArgs) => {
  const asked = new URL(url).searchParams.get("state");
  const state: WaFlowState | "" = waFlowStates.find((each) => each === asked) ?? "";
  const query = { ...pagedIn(url, WA_FLOWS_PAGE, 100), state };
  const list = await load(listWaFlows, { query });
  if (list.answer.flows.length === 0 && query.from > 0) return redirect(new URL(url).pathname);
  const file = new URL(url).searchParams.get("file") ?? "";
  return { list, from: query.from, state, file };
});

export default function WaFlows({ loaderData: { list: loaded, from, state, file } }: Route.ComponentProps) {
  const mayEdit = useCan()("JOURNEYS.EDIT");
  const listState = useListState();
  const list = useLoaded(loaded);
  const [dialog, setDialog] = useState<"add" | "keys">();
  const { flows, channels, more, total } = list.answer;
  const add = (tone: "primary" | "secondary") =>
    mayEdit && (
      <Button tone={tone} icon={<SquarePlus aria-hidden />} onClick={() => setDialog("add")}>
        {texts.add}
      </Button>
    );
  const close = () => setDialog(undefined);
  return (
    <Page
      {...{ title, lead }}
      actions={
        <>
          <Button icon={<KeyRound aria-hidden />} onClick={() => setDialog("keys")}>
            {texts.keys}
          </Button>
          {add("primary")}
        </>
      }
    >
      <ListScreen
        {...{ listState, texts, list, more, total, from }}
        count={flows.length}
        {...useRows(WA_FLOWS_PAGE)}
        empty={
          state === ""
            ? { icon: <Workflow />, title: texts.none, text: texts.noneText, action: add("secondary") }
            : { icon: <Workflow />, title: texts.noneIn, text: texts.noneFoundText }
        }
        tools={
          <Field label={texts.state} labelHidden>
            <Select
              value={state as string}
              options={[
                { value: "", label: texts.allStates },
                ...waFlowStates.map((value) => ({ value: value as string, label: texts.states[value] })),
              ]}
              onChange={(chosen) => listState.change({ state: chosen, from: "" })}
            />
          </Field>
        }
      >
        <Rows flows={flows} mayEdit={mayEdit} />
      </ListScreen>
      {dialog === "add" && <AddDialog channels={channels} onClose={close} />}
      {file !== "" && <FlowFileDialog id={file} onClose={() => listState.change({ file: "" })} />}
      {dialog === "keys" && <KeysDialog channels={channels} mayEdit={mayEdit} onClose={close} />}
    </Page>
  );
}

function Rows({ flows, mayEdit }: { flows: readonly WaFlowEntry[]; mayEdit: boolean }) {
  const [open, setOpen] = useState<{ flow: WaFlowEntry; what: "answers" | "remove" }>();
  const { failure, send } = useSend();
  const act = useActs(send);
  const shareEntry = useShareEntry("flow", mayEdit);
  const close = () => setOpen(undefined);
  return (
    <>
      <Failure text={failure} />
      <Table caption={texts.table}>
        <thead>
          <tr>
            <Th>{texts.name}</Th>
            <Th>{texts.state}</Th>
            <Th>{texts.category}</Th>
            <Th>{texts.channel}</Th>
            <Th>{texts.version}</Th>
            <FigureTh>{texts.sent}</FigureTh>
            <FigureTh>{texts.opened}</FigureTh>
            <FigureTh>{texts.completed}</FigureTh>
            <Th>{texts.health}</Th>
            <Th>{texts.by}</Th>
            <Th>{texts.actions}</Th>
          </tr>
        </thead>
        <tbody>
          {flows.map((flow) => (
            <tr key={flow.id} className="relative">
              <RowTh className="max-w-96 min-w-40">
                <RowLink to={`/designer/flow/${flow.id}/screen/first`} state={{ name: flow.name }}>
                  {flow.name}
                </RowLink>
              </RowTh>
              <Td>
                <WaFlowBadge state={flow.state} />
              </Td>
              <Td className="min-w-32">{flow.categories.map((each) => texts.categories[each]).join(", ")}</Td>
              <Td className="min-w-32">
                {flow.channel.name}
                <span className="block text-xs text-muted">
                  {flow.channel.simulated ? texts.simulated : flow.channel.account}
                </span>
              </Td>
              <Td>{flow.jsonVersion}</Td>
              <FigureTd>{flow.sent}</FigureTd>
              <FigureTd>{flow.opened}</FigureTd>
              <FigureTd>{flow.completed}</FigureTd>
              <Td className="max-w-60 min-w-32">{flow.health || texts.healthy}</Td>
              <Td className="min-w-28">{flow.updatedBy}</Td>
              <Td>
                <span className="relative z-10">
                  <Menu
                    button={
                      <IconButton
                        size="sm"
                        label={texts.actionsOf(flow.name)}
                        icon={<MoreHorizontal aria-hidden />}
                      />
                    }
                    entries={[
                      { label: texts.answers, onSelect: () => setOpen({ flow, what: "answers" }) },
                      ...shareEntry(flow),
                      ...(mayEdit
                        ? [
                            { label: texts.clone, onSelect: () => act.clone(flow) },
                            { label: texts.sync, onSelect: () => act.sync(flow) },
                            ...(flow.state === "DRAFT"
                              ? [
                                  {
                                    label: texts.remove,
                                    tone: "danger" as const,
                                    onSelect: () => setOpen({ flow, what: "remove" }),
                                  },
                                ]
                              : flow.state === "DEPRECATED"
                                ? []
                                : [
                                    {
                                      label: texts.deprecate,
                                      tone: "danger" as const,
                                      onSelect: () => act.deprecate(flow),
                                    },
                                  ]),
                          ]
                        : []),
                    ]}
                  />
                </span>
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      {open?.what === "answers" && <AnswersDialog flow={open.flow} onClose={close} />}
      {open?.what === "remove" && <RemoveDialog flow={open.flow} onClose={close} />}
    </>
  );
}

/** Actions of a row's menu, done at once or after a question. */
function useActs(send: ReturnType<typeof useSend>["send"]) {
  const navigate = useNavigate();
  const confirm = useConfirm();
  const toast = useToast();
  return {
    clone: ({ id }: WaFlowEntry) =>
      void send(
        () => request(cloneWaFlow, { params: { id } }),
        async ({ payload: made }) => {
          void invalidate(listWaFlows);
          await navigate(`/designer/flow/${made.id}/screen/first`, { state: { name: made.name } });
        },
      ),
    sync: ({ id, name }: WaFlowEntry) =>
      void send(
        () => request(syncWaFlow, { params: { id } }),
        async () => {
          await invalidate(listWaFlows);
          toast.success(texts.synced(name));
        },
      ),
    deprecate: ({ id, name }: WaFlowEntry) =>
      void confirm({
        title: texts.deprecateTitle(name),
        text: texts.deprecateText,
        confirmLabel: texts.deprecate,
        run: async () => {
          await request(deprecateWaFlow, { params: { id } });
          await invalidate(listWaFlows);
        },
      }),
  };
}

const RemoveDialog = ({ flow: { id, name }, onClose }: { flow: WaFlowEntry; onClose: () => void }) => (
  <ConfirmByName
    id="remove-flow"
    name={name}
    texts={{
      title: texts.removeTitle(name),
      text: texts.removeText,
      label: texts.removeLabel,
      mismatch: texts.removeMismatch,
      submit: uiTexts.delete,
    }}
    send={() => request(deleteWaFlow, { params: { id } })}
    onClose={onClose}
    onDone={() => {
      onClose();
      void invalidate(listWaFlows);
    }}
  />
);
