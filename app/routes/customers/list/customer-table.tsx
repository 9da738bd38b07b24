import { Trash2 } from "lucide-react";
import { Link, useLocation } from "react-router";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import type { Column } from "#app/kit/columns.ts";
import { useCan } from "#app/session/session.ts";
import { customersTexts as texts } from "#texts/customers.ts";
import { listsTexts } from "#texts/lists.ts";
import type { CustomerRow } from "#workers/contract/endpoints/customers.ts";
import type { Selection } from "./use-selection.ts";

export const TABLE_ID = "customers-table";

/** A page of customers: each cell links to its customer, the checkbox selects them for bulk actions. */
export function CustomerTable({
  rows,
  columns,
  selection,
  onRemove,
}: {
  rows: readonly CustomerRow[];
  columns: readonly Column[];
  selection: Selection;
  onRemove: (row: CustomerRow) => void;
}) {
  const removes = useCan()("CUSTOMER.DELETE");
  return (
    <div id={TABLE_ID}>
      <Table caption={texts.title}>
        <thead>
          <tr>
            <Th className="w-10 pr-0!">
              <Checkbox
                label={listsTexts.selectPage}
                labelHidden
                checked={selection.page === "all"}
                mixed={selection.page === "some"}
                onChange={selection.tickPage}
              />
            </Th>
            <Th>{texts.name}</Th>
            <Th>{texts.phoneNumber}</Th>
            {columns.map(({ id, name }) => (
              <Th key={id} className="max-w-48">
                <span className="block truncate" title={name}>
                  {name}
                </span>
              </Th>
            ))}
            {removes && <Th className="w-12">{texts.action}</Th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className={cx(selection.isTicked(row.id) && "bg-accent-soft/60")}>
              <Td className="w-10 pr-0!">
                <Checkbox
                  label={texts.select(row.name)}
                  labelHidden
                  checked={selection.isTicked(row.id)}
                  onChange={(on) => selection.tick(row, on)}
                />
              </Td>
              <RowTh className="max-w-64 min-w-32">
                <CellLink id={row.id} text={row.name} main />
              </RowTh>
              <Td className="whitespace-nowrap tabular-nums">
                <CellLink id={row.id} text={row.phoneNumber} />
              </Td>
              {columns.map(({ id, at }) => (
                <Td key={id} className="max-w-56 min-w-24">
                  <CellLink id={row.id} text={row.details[at] ?? ""} />
                </Td>
              ))}
              {removes && (
                <Td className="w-12">
                  <IconButton
                    size="sm"
                    tone="danger"
                    side="left"
                    label={texts.remove(row.name)}
                    icon={<Trash2 aria-hidden />}
                    onClick={() => onRemove(row)}
                  />
                </Td>
              )}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

/**
 * Every cell of a row links to the same place, so only the name is in the tab order. Text too long for two lines is
 * shown in full on focus, and as a title on hover.
 */
function CellLink({ id, text, main = false }: { id: string; text: string; main?: boolean }) {
  const list = useLocation().search;
  if (text === "") return null;
  return (
    <Link
      to={`/customer-master/customers/view/${id}`}
      dir="auto"
      title={text}
      // The back link returns to this search and page.
      state={{ list }}
      {...(!main && { tabIndex: -1 })}
      className={cx(
        "line-clamp-2 rounded text-left [overflow-wrap:anywhere] underline-offset-2 hover:underline focus-visible:line-clamp-none",
        main && "font-medium text-accent-ink",
      )}
    >
      {text}
    </Link>
  );
}
