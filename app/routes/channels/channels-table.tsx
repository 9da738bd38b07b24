import { Pencil, Trash2 } from "lucide-react";
import { Link } from "react-router";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { channelsTexts as texts } from "#texts/channels.ts";
import { can, useSession } from "#app/session/session.ts";
import type { Channel } from "#workers/contract/endpoints/channels.ts";
import { StateBadge } from "./state-badge.tsx";

/** One channel per row: the name links to its details, the buttons change or delete it. */
export function ChannelsTable({
  channels,
  onEdit,
  onRemove,
}: {
  channels: readonly Channel[];
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
              <Link
                to={`/admin/channels/${channel.id}`}
                dir="auto"
                className="line-clamp-2 rounded [overflow-wrap:anywhere] text-accent-ink underline-offset-2 after:absolute after:inset-0 hover:underline"
              >
                {channel.name}
              </Link>
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
              <StateBadge state={channel.state} />
            </Td>
            {(mayEdit || mayRemove) && (
              <Td>
                <span className="relative z-10 flex gap-1">
                  {mayEdit && (
                    <IconButton
                      size="sm"
                      label={texts.edit(channel.name)}
                      icon={<Pencil aria-hidden />}
                      onClick={() => onEdit(channel)}
                    />
                  )}
                  {mayRemove && (
                    <IconButton
                      size="sm"
                      tone="danger"
                      side="left"
                      label={texts.removeOf(channel.name)}
                      icon={<Trash2 aria-hidden />}
                      onClick={() => onRemove(channel)}
                    />
                  )}
                </span>
              </Td>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
