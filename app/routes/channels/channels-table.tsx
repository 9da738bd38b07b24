import { RowActions } from "#app/components/ui/row-actions.tsx";
import { RowLink, RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import type { ListColumn, ListColumns } from "#app/kit/use-list-columns.tsx";
import { channelsTexts as texts } from "#texts/channels.ts";
import { can, useSession } from "#app/session/session.ts";
import type { Channel } from "#workers/contract/endpoints/channels.ts";
import { AlertBadge } from "./alert-badge.tsx";
import { StateBadge } from "./state-badge.tsx";

/** Columns that can be hidden and moved; `used` counts the people reached of the vendor's limit, by channel. */
export const channelColumns = (used: Readonly<Record<string, number>>): readonly ListColumn<Channel>[] => [
  {
    id: "type",
    name: texts.type,
    cell: ({ typeName }) => <Td className="whitespace-nowrap">{typeName}</Td>,
  },
  { id: "vendor", name: texts.vendor, cell: ({ vendorName }) => <Td className="min-w-28">{vendorName}</Td> },
  {
    id: "contact",
    name: texts.contact,
    cell: ({ contactId }) => (
      <Td className="max-w-56 min-w-32 [overflow-wrap:anywhere]">
        {contactId || <span className="text-muted">{texts.noContact}</span>}
      </Td>
    ),
  },
  {
    id: "department",
    name: texts.department,
    cell: ({ department }) => (
      <Td className="max-w-48 min-w-28 [overflow-wrap:anywhere]">
        {department?.name ?? <span className="text-muted">{texts.noDepartment}</span>}
      </Td>
    ),
  },
  {
    id: "state",
    name: texts.state,
    cell: (channel) => (
      <Td>
        <span className="flex flex-wrap gap-1.5">
          <StateBadge state={channel.state} />
          <AlertBadge channel={channel} used={used[channel.id] ?? null} />
        </span>
      </Td>
    ),
  },
];

/** One channel per row: the name links to its details, the buttons change or delete it. */
export function ChannelsTable({
  channels,
  columns: { heads, cells },
  onEdit,
  onRemove,
}: {
  channels: readonly Channel[];
  columns: ListColumns<Channel>;
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
          {heads}
          {(mayEdit || mayRemove) && <Th>{texts.actions}</Th>}
        </tr>
      </thead>
      <tbody>
        {channels.map((channel) => (
          <tr key={channel.id} className="relative">
            <RowTh className="max-w-96 min-w-40">
              <RowLink to={`/admin/channels/${channel.id}`}>{channel.name}</RowLink>
            </RowTh>
            {cells(channel)}
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
