import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { RowActions } from "#app/components/ui/row-actions.tsx";
import { RowTh, Table, Td, Th, TimeTd } from "#app/components/ui/table.tsx";
import { TickPage } from "#app/kit/tick-bar.tsx";
import type { TickedRows } from "#app/kit/use-ticked.ts";
import { blacklistTexts as texts } from "#texts/blacklist.ts";
import { channelTypeName, isChannelType } from "#workers/contract/channel-types.ts";
import type { BlacklistEntry } from "#workers/contract/endpoints/blacklist.ts";

export const nameOf = ({ address }: Pick<BlacklistEntry, "address">): string => address ?? texts.erased;

const channelOf = ({ channelType }: BlacklistEntry): string =>
  channelType !== null && isChannelType(channelType) ? channelTypeName(channelType) : texts.every;

/** One entry per row; in a narrow window its channel and reason stand below its number. */
export function BlacklistTable({
  entries,
  ticked,
  onEdit,
  onRemove,
}: {
  entries: readonly BlacklistEntry[];
  ticked: TickedRows;
  onEdit: (entry: BlacklistEntry) => void;
  onRemove: (entry: BlacklistEntry) => void;
}) {
  return (
    <Table caption={texts.table}>
      <thead>
        <tr>
          <Th className="w-0 pr-0">
            <TickPage ticked={ticked} />
          </Th>
          <Th>{texts.address}</Th>
          <Th className="max-sm:hidden">{texts.channel}</Th>
          <Th className="max-sm:hidden">{texts.reason}</Th>
          <Th className="max-md:hidden">{texts.by}</Th>
          <Th className="max-md:hidden">{texts.at}</Th>
          <Th>{texts.actions}</Th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => {
          const name = nameOf(entry);
          return (
            <tr key={entry.id}>
              <Td className="w-0 pr-0">
                <Checkbox
                  label={texts.select(name)}
                  labelHidden
                  checked={ticked.isTicked(entry.id)}
                  onChange={(on) => ticked.tick(entry.id, on)}
                />
              </Td>
              <RowTh className="max-w-80 [overflow-wrap:anywhere]">
                {entry.address === null ? (
                  <span className="text-muted" title={texts.erasedText}>
                    {name}
                  </span>
                ) : (
                  <bdi className="tabular-nums">{name}</bdi>
                )}
                <span className="mt-0.5 block text-[0.8125rem] font-normal text-muted sm:hidden">
                  {[channelOf(entry), entry.reason].filter(Boolean).join(" · ")}
                </span>
              </RowTh>
              <Td className="whitespace-nowrap max-sm:hidden">{channelOf(entry)}</Td>
              <Td className="max-w-80 [overflow-wrap:anywhere] max-sm:hidden">
                <span dir="auto">{entry.reason}</span>
              </Td>
              <Td className="max-w-48 [overflow-wrap:anywhere] max-md:hidden">
                <bdi>{entry.by}</bdi>
                {entry.source === "import" && (
                  <span className="block text-[0.8125rem] text-muted">{texts.imported}</span>
                )}
              </Td>
              <TimeTd at={entry.at} className="max-md:hidden" />
              <Td className="w-0">
                <RowActions
                  edit={{ label: texts.edit(name), onClick: () => onEdit(entry) }}
                  remove={{ label: texts.remove(name), onClick: () => onRemove(entry) }}
                />
              </Td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
