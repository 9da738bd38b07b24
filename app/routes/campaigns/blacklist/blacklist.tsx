import { Ban, Plus, Trash2, Upload } from "lucide-react";
import { useState } from "react";
import { redirect } from "react-router";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { invalidate, load, useLoaded } from "#app/data/query.ts";
import { Page } from "#app/components/page.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { ExportButton } from "#app/kit/export-button.tsx";
import { frameOf } from "#app/kit/frame-of.tsx";
import { ListScreen } from "#app/kit/list-screen.tsx";
import { pagedIn } from "#app/kit/page-size.ts";
import { useRows } from "#app/kit/use-rows.tsx";
import type { TickedAction } from "#app/kit/ticked-actions.tsx";
import { TickBar } from "#app/kit/tick-bar.tsx";
import { useTicked } from "#app/kit/use-ticked.ts";
import { useJob } from "#app/kit/use-job.ts";
import { useListState } from "#app/kit/use-list-state.ts";
import { useCan } from "#app/session/session.ts";
import { blacklistTexts as texts } from "#texts/blacklist.ts";
import {
  BLACKLIST_PAGE,
  type BlacklistEntry,
  exportBlacklist,
  getBlacklistImport,
  listBlacklist,
  type removeManyFromBlacklist,
} from "#workers/contract/endpoints/blacklist.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type { Route } from "./+types/blacklist.ts";
import { CampaignDialog } from "../dialog/campaign-dialog.tsx";
import type { Subject } from "../dialog/modes.ts";
import { AddDialog } from "./add-dialog.tsx";
import { BlacklistTable, nameOf } from "./blacklist-table.tsx";
import { ImportDialog } from "./import-dialog.tsx";
import { ImportNotice } from "./import-notice.tsx";
import { RemovalNotice } from "./removal-notice.tsx";
import { useRemovals } from "./use-removals.ts";
import { ReasonDialog } from "./reason-dialog.tsx";

const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed, wide: true });

export const clientLoader = prefetched(async ({ request: { url } }: Route.ClientLoaderArgs) => {
  const { name: search, from, perPage } = pagedIn(url, BLACKLIST_PAGE);
  const [list, latest] = await Promise.all([
    load(listBlacklist, { query: { search, from, perPage } }),
    load(getBlacklistImport, {}),
  ]);
  if (list.answer.blackList.length === 0 && from > 0) return redirect(new URL(url).pathname);
  return { list, latest, from };
});

/** Numbers and mail addresses that are never contacted. */
export default function Blacklist({ loaderData }: Route.ComponentProps) {
  const can = useCan();
  const listState = useListState();
  const removals = useRemovals();
  const list = useLoaded(loaderData.list);
  const { job: latest } = useLoaded(loaderData.latest).answer;
  const { blackList: entries, more, total, newest } = list.answer;
  const [open, setOpen] = useState<"add" | "import">();
  const [edited, setEdited] = useState<BlacklistEntry>();
  const [removed, setRemoved] = useState<Subject>();
  const ticked = useTicked(
    entries.map(({ id }) => id),
    listState.query,
  );
  const running = latest && (latest.state === "waiting" || latest.state === "running");
  const importing = useJob({ kind: "blacklist.import", jobId: running ? latest.jobId : null }, () => {
    void invalidate(listBlacklist);
  });
  const chosen = entries.filter(({ id }) => ticked.isTicked(id));
  const remove = (some: readonly BlacklistEntry[]) => {
    const [first] = some;
    if (!first) return;
    setRemoved({
      id: first.id,
      name: nameOf(first),
      ids: some.map(({ id }) => id),
      question: { title: texts.removeTitle(some.length, nameOf(first)), text: texts.removeText },
    });
  };
  const removeMatching = () => {
    setRemoved({
      id: "",
      name: "",
      matching: { search: listState.query, upTo: newest },
      question: { title: texts.removeMatchingTitle, text: texts.removeText },
    });
  };
  const actions: TickedAction[] = [
    ticked.all
      ? { label: texts.removeMatching, icon: Trash2, tone: "danger", onPress: removeMatching }
      : {
          label: texts.removeMany(chosen.length),
          icon: Trash2,
          tone: "danger",
          onPress: () => remove(chosen),
        },
  ];
  const add = (tone: "primary" | "secondary") => (
    <Button tone={tone} icon={<Plus aria-hidden />} onClick={() => setOpen("add")}>
      {texts.add}
    </Button>
  );
  return (
    <Page
      wide
      title={title}
      lead={lead}
      actions={
        <>
          {can("CUSTOMER.VIEW") && entries.length > 0 && (
            <ExportButton
              endpoint={exportBlacklist}
              input={{ query: { search: listState.query } }}
              fileName={texts.fileName}
              label={texts.export}
              failed={texts.exportFailed}
            />
          )}
          <Button icon={<Upload aria-hidden />} onClick={() => setOpen("import")}>
            {texts.import}
          </Button>
          {add("primary")}
        </>
      }
    >
      {importing.job && open !== "import" && (
        <ImportNotice job={importing.job} className="mb-4" onHide={importing.forget} />
      )}
      <RemovalNotice removals={removals} />
      <ListScreen
        {...{ listState, texts, list, more, total, from: loaderData.from }}
        count={entries.length}
        {...useRows(BLACKLIST_PAGE)}
        empty={{ icon: <Ban />, title: texts.none, text: texts.noneText, action: add("secondary") }}
      >
        <TickBar {...{ ticked, total, actions }} />
        <BlacklistTable
          entries={entries}
          ticked={ticked}
          onEdit={setEdited}
          onRemove={(entry) => remove([entry])}
        />
      </ListScreen>
      <AddDialog
        key={`add ${open === "add"}`}
        open={open === "add"}
        onClose={() => setOpen(undefined)}
        onAdded={() => void invalidate(listBlacklist)}
      />
      <ImportDialog
        key={`import ${open === "import"}`}
        open={open === "import"}
        importing={importing}
        onClose={() => setOpen(undefined)}
      />
      {removed && (
        <CampaignDialog
          mode="delete_blackList"
          subject={removed}
          onClose={() => setRemoved(undefined)}
          onDone={(reply) => {
            removals.removed(reply as ReplyOf<typeof removeManyFromBlacklist>);
            ticked.clear();
            return invalidate(listBlacklist);
          }}
        />
      )}
      {edited && (
        <ReasonDialog
          key={`${edited.id} ${edited.revision}`}
          entry={edited}
          onClose={() => setEdited(undefined)}
          onSaved={() => void invalidate(listBlacklist)}
        />
      )}
    </Page>
  );
}
