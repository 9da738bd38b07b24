import { LayoutDashboard, SquarePlus } from "lucide-react";
import { useState } from "react";
import { request } from "#app/data/api.ts";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { invalidate, load, patch, useLoaded } from "#app/data/query.ts";
import { Page } from "#app/components/page.tsx";
import { RoleBadges } from "#app/components/role-badges.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { RowActions } from "#app/components/ui/row-actions.tsx";
import { RowLink, RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { frameOf } from "#app/kit/frame-of.tsx";
import { NotRefreshed } from "#app/kit/not-refreshed.tsx";
import { formatMoment } from "#app/lib/format.ts";
import { ownDashboardsTexts as texts } from "#texts/own-dashboards.ts";
import { uiTexts } from "#texts/ui.ts";
import {
  type DashboardInList,
  deleteOwnDashboard,
  listOwnDashboards,
} from "#workers/contract/endpoints/own-dashboards.ts";
import { CONFIG } from "./dashboard-draft.ts";
import { NewDashboardDialog } from "./new-dashboard-dialog.tsx";
import { RenameDialog } from "./rename-dialog.tsx";

const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed });

export const clientLoader = prefetched(async () => ({ list: await load(listOwnDashboards) }));

/** Dashboards that people have made, of which each person sees their own and those shared with them. */
export default function OwnDashboards({
  loaderData: { list: loaded },
}: {
  loaderData: Awaited<ReturnType<typeof clientLoader>>;
}) {
  const list = useLoaded(loaded);
  const { dashboards } = list.answer;
  const [isMaking, setMaking] = useState(false);
  const add = (tone: "primary" | "secondary") => (
    <Button tone={tone} icon={<SquarePlus aria-hidden />} onClick={() => setMaking(true)}>
      {texts.add}
    </Button>
  );
  return (
    <Page title={title} lead={lead} actions={add("primary")}>
      <NotRefreshed list={list} />
      {dashboards.length === 0 ? (
        <EmptyState icon={<LayoutDashboard />} title={texts.none} action={add("secondary")}>
          {texts.noneText}
        </EmptyState>
      ) : (
        <Rows dashboards={dashboards} />
      )}
      {isMaking && <NewDashboardDialog dashboards={dashboards} onClose={() => setMaking(false)} />}
    </Page>
  );
}

function Rows({ dashboards }: { dashboards: readonly DashboardInList[] }) {
  const confirm = useConfirm();
  const [renamed, setRenamed] = useState<DashboardInList>();
  const remove = ({ id, name }: DashboardInList) =>
    void confirm({
      title: texts.removeTitle(name),
      text: texts.removeText,
      confirmLabel: uiTexts.delete,
      run: async () => {
        await request(deleteOwnDashboard, { params: { id } });
        patch(listOwnDashboards, undefined, (now) => ({
          ...now,
          dashboards: now.dashboards.filter((each) => each.id !== id),
        }));
        await invalidate(listOwnDashboards);
      },
    });
  return (
    <>
      <Table caption={texts.table}>
        <thead>
          <tr>
            <Th>{texts.name}</Th>
            <Th>{texts.maker}</Th>
            <Th>{texts.sharedWith}</Th>
            <Th>{texts.tiles}</Th>
            <Th>{texts.changed}</Th>
            <Th>{texts.actions}</Th>
          </tr>
        </thead>
        <tbody>
          {dashboards.map((dashboard) => (
            <tr key={dashboard.id} className="relative">
              <RowTh className="min-w-40 [overflow-wrap:anywhere]">
                <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <RowLink to={`${CONFIG}/${dashboard.id}`}>{dashboard.name}</RowLink>
                  {dashboard.isMailed && <Badge>{texts.mailedBadge}</Badge>}
                </span>
              </RowTh>
              <Td className="min-w-28">{dashboard.isMine ? texts.you : dashboard.makerName}</Td>
              <Td className="min-w-32">
                {dashboard.sharing === "roles" ? (
                  <RoleBadges roles={dashboard.roles} />
                ) : (
                  texts.sharings[dashboard.sharing]
                )}
              </Td>
              <Td>{dashboard.tileCount}</Td>
              <Td className="whitespace-nowrap">{formatMoment(dashboard.updatedAt)}</Td>
              <Td>
                {dashboard.mayEdit && (
                  <RowActions
                    edit={{ label: texts.renameOf(dashboard.name), onClick: () => setRenamed(dashboard) }}
                    remove={{ label: texts.removeOf(dashboard.name), onClick: () => remove(dashboard) }}
                  />
                )}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      {renamed && <RenameDialog dashboard={renamed} onClose={() => setRenamed(undefined)} />}
    </>
  );
}
