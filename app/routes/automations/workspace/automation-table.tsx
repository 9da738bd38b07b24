import { StateBadge } from "#app/features/automation-state/state-badge.tsx";
import { EllipsisVertical } from "lucide-react";
import { Failure } from "#app/components/ui/banner.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Menu } from "#app/components/ui/menu.tsx";
import { ActionsTd, ActionsTh } from "#app/components/ui/row-buttons.tsx";
import { FigureTd, FigureTh, RowLink, RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { formatCount, formatMoment } from "#app/lib/format.ts";
import { automationWorkspaceTexts as texts } from "#texts/automation-workspace.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import type { AutomationEntry, ListedAutomation } from "#workers/contract/endpoints/automations.ts";
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
  automations: readonly ListedAutomation[];
  /** Whether they may be of several folders. */
  hasFolders: boolean;
  onEdit: (editing: Editing) => void;
  onLog: (of: AutomationEntry) => void;
}) {
  const { actionsOf, failure } = useAutomationActions(kind, onEdit, onLog);
  const { head } = texts;
  return (
    <>
      <Failure text={failure} className="mb-3" />
      <Table caption={texts[kind].table}>
        <thead>
          <tr>
            <Th>{head.name}</Th>
            <Th className="max-sm:hidden">{head.state}</Th>
            <Th className="max-md:hidden">{head.channels}</Th>
            {hasFolders && <Th className="max-2xl:hidden">{head.folder}</Th>}
            <FigureTh className="max-sm:hidden">{head.runs}</FigureTh>
            <FigureTh className="max-lg:hidden">{head.lately}</FigureTh>
            <Th className="max-2xl:hidden">{head.edited}</Th>
            <ActionsTh>{head.actions}</ActionsTh>
          </tr>
        </thead>
        <tbody>
          {automations.map((automation) => {
            const { id, name, folder, openRuns, channels, entered, errors, updatedBy, updatedAt } =
              automation;
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
                <Td className="max-w-56 min-w-28 [overflow-wrap:anywhere] max-md:hidden">
                  {channelsInWords(channels)}
                </Td>
                {hasFolders && (
                  <Td className="max-w-48 [overflow-wrap:anywhere] max-2xl:hidden">
                    <bdi>{folder}</bdi>
                  </Td>
                )}
                <FigureTd className="max-sm:hidden">{formatCount(openRuns)}</FigureTd>
                <FigureTd className="max-lg:hidden">
                  {texts.entered(entered)}
                  {errors > 0 && (
                    <span className="block text-[0.8125rem] text-muted">{texts.errors(errors)}</span>
                  )}
                </FigureTd>
                <Td className="max-w-48 min-w-28 [overflow-wrap:anywhere] max-2xl:hidden">
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
    </>
  );
}

const SHOWN_CHANNELS = 3;
function channelsInWords(channels: ListedAutomation["channels"]): string {
  const named = channels
    .slice(0, SHOWN_CHANNELS)
    .map(({ name, isPaused }) => (isPaused ? texts.pausedOn(name) : name));
  const rest = channels.length - named.length;
  return [...named, ...(rest > 0 ? [texts.moreChannels(rest)] : [])].join(", ");
}
