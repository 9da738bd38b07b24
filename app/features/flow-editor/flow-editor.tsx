import { Braces, ListOrdered, Settings, Smartphone } from "lucide-react";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { request } from "#app/data/api.ts";
import { invalidate } from "#app/data/query.ts";
import { DraftBar } from "#app/features/draft-editor/draft-bar.tsx";
import { DraftNotes } from "#app/features/draft-editor/draft-notes.tsx";
import { usePresence } from "#app/features/draft-editor/use-presence.ts";
import { useSend } from "#app/kit/use-send.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Segments } from "#app/components/ui/segments.tsx";
import { WaFlowBadge } from "#app/features/wa-flow-state/wa-flow-badge.tsx";
import { designerTexts } from "#texts/designer.ts";
import { flowDesignerTexts as texts } from "#texts/flow-designer.ts";
import { cloneWaFlow, listWaFlows, type WaFlowDraft } from "#workers/contract/endpoints/wa-flows.ts";
import { screensOf, textOf } from "#workers/contract/wa-flows/flow-json.ts";
import { Build } from "./build.tsx";
import { PublishDialog, SettingsDialog } from "./dialogs.tsx";
import { JsonView } from "./json-view.tsx";
import { Phone } from "./phone.tsx";
import { differences } from "./differences.ts";
import { useFlow } from "./use-flow.ts";

type View = keyof typeof texts.tabs;
const VIEWS = [
  { value: "build" as const, label: texts.tabs.build, icon: ListOrdered },
  { value: "phone" as const, label: texts.tabs.phone, icon: Smartphone },
  { value: "json" as const, label: texts.tabs.json, icon: Braces },
];

export const flowAddress = (id: string, screen: string): string =>
  `/designer/flow/${id}/screen/${encodeURIComponent(screen || "first")}`;

/** The designer of a WhatsApp Flow: its bar, and below it the screens, a phone or the JSON. */
export function FlowEditor({
  draft,
  screenId,
  mayEdit,
}: {
  draft: WaFlowDraft;
  /** Of the address; one that is not there stands for the first. */
  screenId: string;
  mayEdit: boolean;
}) {
  const control = useFlow(draft);
  const { value, problems, state } = control;
  const presence = usePresence({ kind: "flow", id: draft.id }, control);
  const isFinal = !mayEdit || state !== "DRAFT";
  const readOnly = isFinal || presence.editor !== undefined;
  const [view, setView] = useState<View>("build");
  const [dialog, setDialog] = useState<"publish" | "settings">();
  const navigate = useNavigate();
  const screens = screensOf(value.content);
  const screenAt = Math.max(
    0,
    screens.findIndex(({ id }) => id === screenId),
  );
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const close = () => setDialog(undefined);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <DraftBar
        title={value.name}
        badge={<WaFlowBadge state={state} />}
        work={control}
        readOnly={readOnly}
        mayEdit={!isFinal}
        presence={presence}
        // Text typed into the JSON has an undo of its own until it is applied.
        keysOff={dialog !== undefined || view === "json"}
        leaves={(from, to) => flowOf(from.pathname) !== flowOf(to.pathname)}
        onLeave={() => {
          void invalidate(listWaFlows);
          void navigate("/whatsapp-flow");
        }}
      >
        <Button icon={<Settings aria-hidden />} onClick={() => setDialog("settings")}>
          {texts.settings}
        </Button>
        {!readOnly && (
          <Button tone="primary" onClick={() => setDialog("publish")}>
            {texts.publish}
            {errors > 0 && <span className="sr-only"> ({designerTexts.draft.wrong(errors)})</span>}
          </Button>
        )}
      </DraftBar>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto grid w-full max-w-[90rem] grid-cols-1 gap-4 p-3 sm:p-6">
          <FormNotes />
          {state !== "DRAFT" && <CloneBanner draft={draft} mayEdit={mayEdit} />}
          <DraftNotes
            work={control}
            readOnly={state === "DRAFT" && !mayEdit && texts.readOnly}
            differences={(theirs) => differences(value, theirs)}
          />
          <Segments label={texts.views} value={view} segments={VIEWS} onChange={setView} />
          {view === "build" && (
            <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
              <Build
                control={control}
                screenAt={screenAt}
                readOnly={readOnly}
                onScreen={(_, id) =>
                  void navigate(flowAddress(draft.id, id), { replace: true, state: { keepFocus: true } })
                }
              />
              <div className="max-xl:hidden">
                <Phone content={value.content} screen={textOf(screens[screenAt]?.["id"])} />
              </div>
            </div>
          )}
          {view === "phone" && <Phone content={value.content} screen={textOf(screens[screenAt]?.["id"])} />}
          {view === "json" && <JsonView control={control} readOnly={readOnly} />}
        </div>
      </div>
      {dialog === "publish" && <PublishDialog draft={draft} control={control} onClose={close} />}
      {dialog === "settings" && <SettingsDialog control={control} readOnly={readOnly} onClose={close} />}
    </div>
  );
}

const flowOf = (pathname: string): string => pathname.split("/screen/")[0] ?? pathname;

/** Notes on the parts of the original form that a flow can't express; shown until they are dismissed. */
function FormNotes() {
  const { state } = useLocation() as { state: { notes?: readonly string[] } | null };
  const [notes, setNotes] = useState(state?.notes ?? []);
  if (notes.length === 0) return null;
  return (
    <Banner
      kind="warning"
      title={texts.formNotes}
      actions={
        <Button size="sm" onClick={() => setNotes([])}>
          {texts.formNotesRead}
        </Button>
      }
    >
      <ul className="ml-4 list-disc">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </Banner>
  );
}

function CloneBanner({ draft, mayEdit }: { draft: WaFlowDraft; mayEdit: boolean }) {
  const navigate = useNavigate();
  const { busy, failure, send } = useSend();
  const clone = () =>
    send(
      () => request(cloneWaFlow, { params: { id: draft.id } }),
      async ({ payload: made }) => {
        void invalidate(listWaFlows);
        await navigate(flowAddress(made.id, ""));
      },
    );
  return (
    <Banner kind={failure ? "error" : "info"} live>
      <div className="flex flex-wrap items-center gap-3">
        <span>{failure || texts.published}</span>
        {mayEdit && (
          <Button size="sm" busy={busy} onClick={() => void clone()}>
            {texts.clone}
          </Button>
        )}
      </div>
    </Banner>
  );
}
