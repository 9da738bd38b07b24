import { Trash2, Undo2 } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { RowTh, Table, Td, Th, TimeTd } from "#app/components/ui/table.tsx";
import { formatMoment } from "#app/lib/format.ts";
import { trashTexts as texts } from "#texts/trash.ts";
import type { TrashItem } from "#workers/contract/endpoints/trash.ts";

const DAY_MS = 24 * 3_600_000;

/** One deleted item per row, with the time left to restore it. */
export function TrashTable({
  caption,
  items,
  now,
  actions,
}: {
  caption: string;
  items: readonly TrashItem[];
  /** The time at which the list was loaded. */
  now: number;
  /** Left out for those who may only look. */
  actions?: {
    busyId: string | undefined;
    onRestore: (item: TrashItem) => void;
    onRemove: (item: TrashItem) => void;
  };
}) {
  return (
    <Table caption={caption}>
      <thead>
        <tr>
          <Th>{texts.name}</Th>
          <Th>{texts.deletedAt}</Th>
          <Th>{texts.deletedBy}</Th>
          <Th>{texts.goesAt}</Th>
          {actions && <Th>{texts.actions}</Th>}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id}>
            <RowTh className="min-w-36 [overflow-wrap:anywhere]">
              {item.name}
              {item.detail && (
                <span className="block text-[0.8125rem] font-normal text-muted">{item.detail}</span>
              )}
            </RowTh>
            <TimeTd at={item.deletedAt} />
            <Td className="max-w-56 min-w-32 [overflow-wrap:anywhere]">{item.deletedBy || "-"}</Td>
            <Td className="whitespace-nowrap">
              <time dateTime={item.goesAt} title={formatMoment(item.goesAt)}>
                {texts.daysLeft(Math.ceil((Date.parse(item.goesAt) - now) / DAY_MS))}
              </time>
            </Td>
            {actions && (
              <Td>
                <span className="flex items-center gap-1">
                  <Button
                    size="sm"
                    icon={<Undo2 aria-hidden />}
                    busy={actions.busyId === item.id}
                    aria-label={texts.restoreOf(item.name)}
                    onClick={() => actions.onRestore(item)}
                  >
                    {texts.restore}
                  </Button>
                  <IconButton
                    tone="danger"
                    label={texts.remove(item.name)}
                    icon={<Trash2 aria-hidden />}
                    onClick={() => actions.onRemove(item)}
                  />
                </span>
              </Td>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
