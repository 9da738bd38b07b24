import { StateBadge } from "#app/features/automation-state/state-badge.tsx";
import { EllipsisVertical } from "lucide-react";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Menu } from "#app/components/ui/menu.tsx";
import { ActionsTd, ActionsTh } from "#app/components/ui/row-buttons.tsx";
import { FigureTd, FigureTh, RowLink, RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { formatCount, formatMoment } from "#app/lib/format.ts";
import { automationWorkspaceTexts as texts } from "#texts/automation-workspace.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import type { AutomationEntry } from "#workers/contract/endpoints/automations.ts";
import type { Editing } from "./automation-dialog.tsx";
import { entryAddress } from "./door.ts";
import { useAutomationActions } from "./use-automation-actions.tsx";

export function AutomationTable({
  kind,
  automations,
  hasFolders,
  onEdit,
  onLog,
}: {
  kind: AutomationKind;
  automations: readonly AutomationEntry[];
  /** Whether they may be of several folders. */
  hasFolders: boolean;
  onEdit: (editing: Editing) => void;
  onLog: (of: AutomationEntry) => void;
}) {
  const actionsOf = useAutomationActions(kind, onEdit, onLog);
  const { head } = texts;
  return (
    <Table caption={texts[kind].table}>
      <thead>
        <tr>
          <Th>{head.name}</Th>
          <Th className="max-sm:hidden">{head.state}</Th>
          {hasFolders && <Th className="max-xl:hidden">{head.folder}</Th>}
          <FigureTh className="max-sm:hidden">{head.runs}</FigureTh>
          <Th className="max-md:hidden">{head.edited}</Th>
          <ActionsTh>{head.actions}</ActionsTh>
        </tr>
      </thead>
      <tbody>
        {automations.map((automation) => {
          const { id, name, folder, openRuns, updatedBy, updatedAt } = automation;
          return (
            <tr key={id} className="relative">
              <RowTh className="max-w-96 min-w-40">
                <RowLink to={entryAddress(kind, id)} state={{ name }}>
                  {name}
                </RowLink>
                {/* In a narrow window there is no room for columns. */}
                <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 font-normal sm:hidden">
                  <StateBadge {...automation} />
                  {openRuns > 0 && <span className="text-muted">{texts.runs(openRuns)}</span>}
                </span>
              </RowTh>
              <Td className="max-sm:hidden">
                <StateBadge {...automation} />
              </Td>
              {hasFolders && (
                <Td className="max-w-48 [overflow-wrap:anywhere] max-xl:hidden">
                  <bdi>{folder}</bdi>
                </Td>
              )}
              <FigureTd className="max-sm:hidden">{formatCount(openRuns)}</FigureTd>
              <Td className="max-w-48 min-w-28 [overflow-wrap:anywhere] max-md:hidden">
                <bdi>{updatedBy}</bdi>
                <time
                  dateTime={updatedAt}
                  className="block text-[0.8125rem] whitespace-nowrap text-muted tabular-nums"
                >
                  {formatMoment(updatedAt)}
                </time>
              </Td>
              <ActionsTd>
                <Menu
                  button={
                    <IconButton
                      size="sm"
                      side="left"
                      label={texts.more(name)}
                      icon={<EllipsisVertical aria-hidden />}
                    />
                  }
                  entries={actionsOf(automation)}
                />
              </ActionsTd>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
