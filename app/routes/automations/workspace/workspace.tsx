import { Download, FileUp, Plus, Store, Workflow } from "lucide-react";
import { useState } from "react";
import { redirect } from "react-router";
import { download } from "#app/data/api.ts";
import { saveFile } from "#app/data/save-file.ts";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, type Loaded, useLoaded } from "#app/data/query.ts";
import { listenForAutomations } from "#app/features/automation-state/automation-news.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { ListScreen } from "#app/kit/list-screen.tsx";
import { listStateIn } from "#app/kit/list-state.ts";
import { useMove } from "#app/kit/use-move.ts";
import { useListState } from "#app/kit/use-list-state.ts";
import { JourneysDrawing } from "#app/components/drawings/journeys.tsx";
import { Page } from "#app/components/page.tsx";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { lazily } from "#app/components/ui/lazily.tsx";
import { useCan } from "#app/session/session.ts";
import { automationSamplesTexts } from "#texts/automation-samples.ts";
import { automationWorkspaceTexts as texts } from "#texts/automation-workspace.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { automationFileDoors } from "#workers/contract/endpoints/automation-files.ts";
import {
  automationDoors,
  type AutomationEntry,
  AUTOMATIONS_PAGE,
  type listJourneys,
} from "#workers/contract/endpoints/automations.ts";
import type { Begin, Editing } from "./automation-dialog.tsx";
import { AutomationTable } from "./automation-table.tsx";
import { nameFor, rightsOf, shownAnew } from "./door.ts";
import { fileNameOf } from "./file-name.ts";
import { Folders } from "./folders.tsx";
import { type Place, placeIn } from "./place.ts";

const AutomationDialog = lazily(
  () => import("./automation-dialog.tsx"),
  (module) => module.AutomationDialog,
);
const LoggerDialog = lazily(
  () => import("./logger-dialog.tsx"),
  (module) => module.LoggerDialog,
);
const ImportDialog = lazily(
  () => import("./import-dialog.tsx"),
  (module) => module.ImportDialog,
);

export function frameFor(kind: AutomationKind) {
  const { title, lead, failed } = texts[kind];
  return frameOf({ title, lead, failed, wide: true });
}

/** The name, the folder and the page are in the address. */
export const loaderFor = (kind: AutomationKind) =>
  prefetched(async ({ request: { url } }: { request: Request }) => {
    listenForAutomations();
    const { name, from } = listStateIn(url, 100);
    const { pathname, searchParams } = new URL(url);
    const place = placeIn(searchParams);
    const { folder, archived } = place;
    const list = await load(automationDoors[kind].list, {
      query: { name, from, archived: archived ? "true" : "false", ...(folder !== "" && { folder }) },
    });
    if (list.answer.automations.length === 0 && from > 0) return redirect(pathname);
    return { list, from, place };
  });

interface Props {
  kind: AutomationKind;
  list: Loaded<typeof listJourneys>;
  from: number;
  place: Place;
}

/** Journeys or encaps by name, in their folders. */
export function Workspace({ kind, list: loaded, from, place }: Props) {
  const words = texts[kind];
  const listState = useListState();
  const list = useLoaded(loaded);
  const { automations, folders, more } = list.answer;
  const can = useCan();
  const [mayMake, mayEdit] = [can(`${rightsOf[kind]}.CREATE`), can(`${rightsOf[kind]}.EDIT`)];
  const [editing, setEditing] = useState<Editing>();
  const [logged, setLogged] = useState<AutomationEntry>();
  const [importing, setImporting] = useState(false);
  const isAll = place.folder === "" && !place.archived;
  const create = async (begin: Begin, wanted = "") =>
    setEditing({
      mode: "create",
      begin,
      name: wanted && (await nameFor(kind, wanted)),
      folder: place.folder,
    });
  const { move, failure, busy } = useMove(() => shownAnew(kind));
  const save = () =>
    move(async () => {
      const query = isAll ? {} : { folder: place.folder };
      const file = await download(automationFileDoors[kind].export, { query });
      saveFile(file, fileNameOf(place.folder || words.title, kind));
    });
  const { title } = automationSamplesTexts.welcome;
  const newOne = (
    <Button tone="primary" icon={<Plus aria-hidden />} onClick={() => void create("blank")}>
      {words.create}
    </Button>
  );
  return (
    <Page
      wide
      title={words.title}
      lead={words.lead}
      actions={
        <>
          {kind === "encap" && <ButtonLink to="/encaps/forms">{texts.forms}</ButtonLink>}
          {automations.length > 0 && !place.archived && (
            <Button icon={<Download aria-hidden />} busy={busy} onClick={() => void save()}>
              {isAll ? texts.exportAll : texts.exportFolder}
            </Button>
          )}
          {mayMake && (
            <>
              {can("MARKET_PLACE.VIEW") && (
                <ButtonLink to={`/marketplace/list?kind=${kind}`} icon={<Store aria-hidden />}>
                  {texts.fromMarketplace}
                </ButtonLink>
              )}
              <Button icon={<FileUp aria-hidden />} onClick={() => setImporting(true)}>
                {texts.fromFile}
              </Button>
              {newOne}
            </>
          )}
        </>
      }
    >
      <Failure text={failure} className="mb-3" />
      <div className="grid grid-cols-1 items-start gap-x-6 gap-y-4 lg:grid-cols-[12rem_minmax(0,1fr)]">
        <Folders folders={folders} place={place} addressWith={listState.addressWith} />
        <div className="min-w-0">
          <ListScreen
            {...{ listState, list, more, from }}
            texts={words}
            count={automations.length}
            perPage={AUTOMATIONS_PAGE}
            empty={
              isAll
                ? {
                    drawing: <JourneysDrawing />,
                    title: words.none,
                    text: words.noneText,
                    action: mayMake && (
                      <>
                        {newOne}
                        <Button onClick={() => void create("welcome", title)}>
                          {texts.beginWith(title)}
                        </Button>
                      </>
                    ),
                  }
                : {
                    icon: <Workflow />,
                    title: place.archived ? words.noneArchived : words.noneInFolder,
                    text: place.archived ? words.noneArchivedText : words.noneInFolderText,
                  }
            }
          >
            <AutomationTable
              {...{ kind, automations }}
              hasFolders={isAll || place.archived}
              onEdit={setEditing}
              onLog={setLogged}
            />
          </ListScreen>
        </div>
      </div>
      {editing && <AutomationDialog {...{ kind, editing, folders }} onClose={() => setEditing(undefined)} />}
      {logged && (
        <LoggerDialog {...{ kind, logged }} mayEdit={mayEdit} onClose={() => setLogged(undefined)} />
      )}
      {importing && (
        <ImportDialog {...{ kind, folders }} folder={place.folder} onClose={() => setImporting(false)} />
      )}
    </Page>
  );
}
