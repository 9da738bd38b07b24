import { RowActions } from "#app/components/ui/row-actions.tsx";
import { RowLink, RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { channelsTexts as texts } from "#texts/channels.ts";
import { can, useSession } from "#app/session/session.ts";
import type { Channel } from "#workers/contract/endpoints/channels.ts";
import { AlertBadge } from "./alert-badge.tsx";
import { StateBadge } from "./state-badge.tsx";

/** One channel per row: the name links to its details, the buttons change or delete it. */
export function ChannelsTable({
  channels,
  used,
  onEdit,
  onRemove,
}: {
  channels: readonly Channel[];
  /** People reached of the vendor's limit, by channel. */
  used: Readonly<Record<string, number>>;
  onEdit: (channel: Channel) => void;
  onRemove: (channel: Channel) => void;
}) {
  const { profile } = useSession();
  const mayEdit = can(profile, ["CHANNELS.EDIT"]);
  const mayRemove = can(profile, ["CHANNELS.DELETE"]);
  return (
    <Table caption={texts.table}>
      <thead>
        <tr>
          <Th>{texts.name}</Th>
          <Th>{texts.type}</Th>
          <Th>{texts.vendor}</Th>
          <Th>{texts.contact}</Th>
          <Th>{texts.department}</Th>
          <Th>{texts.state}</Th>
          {(mayEdit || mayRemove) && <Th>{texts.actions}</Th>}
        </tr>
      </thead>
      <tbody>
        {channels.map((channel) => (
          <tr key={channel.id} className="relative">
            <RowTh className="max-w-96 min-w-40">
              <RowLink to={`/admin/channels/${channel.id}`}>{channel.name}</RowLink>
            </RowTh>
            <Td className="whitespace-nowrap">{channel.typeName}</Td>
            <Td className="min-w-28">{channel.vendorName}</Td>
            <Td className="max-w-56 min-w-32 [overflow-wrap:anywhere]">
              {channel.contactId || <span className="text-muted">{texts.noContact}</span>}
            </Td>
            <Td className="max-w-48 min-w-28 [overflow-wrap:anywhere]">
              {channel.department?.name ?? <span className="text-muted">{texts.noDepartment}</span>}
            </Td>
            <Td>
              <span className="flex flex-wrap gap-1.5">
                <StateBadge state={channel.state} />
                <AlertBadge channel={channel} used={used[channel.id] ?? null} />
              </span>
            </Td>
            {(mayEdit || mayRemove) && (
              <Td>
                <RowActions
                  edit={mayEdit && { label: texts.edit(channel.name), onClick: () => onEdit(channel) }}
                  remove={
                    mayRemove && { label: texts.removeOf(channel.name), onClick: () => onRemove(channel) }
                  }
                />
              </Td>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
