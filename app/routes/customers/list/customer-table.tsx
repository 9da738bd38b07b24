import { Trash2 } from "lucide-react";
import { Link, useLocation } from "react-router";
import { Badge } from "#app/components/ui/badge.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { RowTh, SortTh, Table, Td, Th, TimeTd } from "#app/components/ui/table.tsx";
import type { Column, Header } from "#app/kit/columns.ts";
import { useCan } from "#app/session/session.ts";
import { customersTexts as texts } from "#texts/customers.ts";
import { listsTexts } from "#texts/lists.ts";
import type { CustomerOrder, ListedCustomer } from "#workers/contract/endpoints/customers.ts";
import type { Selection } from "./use-selection.ts";

export const TABLE_ID = "customers-table";

const ADDED = "~added";

/** Columns beside those of own fields; each is hidden until it is chosen. */
export const usualColumns: readonly Header[] = [
  { id: "~groups", name: texts.groups, extra: true },
  { id: "~labels", name: texts.labels, extra: true },
  { id: ADDED, name: texts.addedOn, extra: true },
];

/** A page of customers: each cell links to its customer, the checkbox selects them for bulk actions. */
export function CustomerTable({
  rows,
  columns,
  order,
  onSort,
  selection,
  onRemove,
}: {
  rows: readonly ListedCustomer[];
  columns: readonly Column[];
  order: CustomerOrder;
  onSort: (order: CustomerOrder) => void;
  selection: Selection;
  onRemove: (row: ListedCustomer) => void;
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
            <SortTh
              label={texts.name}
              order={order === "name" ? "ascending" : order === "nameDown" ? "descending" : "none"}
              onSort={() => onSort(order === "name" ? "nameDown" : order === "nameDown" ? "newest" : "name")}
            />
            <Th>{texts.phoneNumber}</Th>
            {columns.map(({ id, name }) =>
              id === ADDED ? (
                <SortTh
                  key={id}
                  label={name}
                  order={order === "oldest" ? "ascending" : order === "newest" ? "descending" : "none"}
                  onSort={() => onSort(order === "newest" ? "oldest" : "newest")}
                />
              ) : (
                <Th key={id} className="max-w-48">
                  <span className="block truncate" title={name}>
                    {name}
                  </span>
                </Th>
              ),
            )}
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
                <CellLink id={row.id} text={row.phoneShown} />
              </Td>
              {columns.map((column) => (
                <ColumnCell key={column.id} row={row} column={column} />
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

function ColumnCell({ row, column: { id, at } }: { row: ListedCustomer; column: Column }) {
  if (id === ADDED) return <TimeTd at={row.createdAt} />;
  const taggings = id === "~groups" ? row.groups : id === "~labels" ? row.tags : undefined;
  return (
    <Td className="max-w-56 min-w-24">
      {taggings ? <Taggings {...taggings} /> : <CellLink id={row.id} text={row.details[at] ?? ""} />}
    </Td>
  );
}

/** Names of groups or labels; of very many the first. */
function Taggings({ names, more }: ListedCustomer["groups"]) {
  if (names.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-1">
      {names.map((name) => (
        <li key={name} className="max-w-full">
          <Badge className="max-w-full">
            <bdi className="truncate" title={name}>
              {name}
            </bdi>
          </Badge>
        </li>
      ))}
      {more && <li className="text-xs text-muted">{texts.andOthers}</li>}
    </ul>
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
        // Not padding: a third line would be seen in it.
        "pointer-coarse:border-y-[0.75rem] pointer-coarse:border-transparent",
        main && "font-medium text-accent-ink",
      )}
    >
      {text}
    </Link>
  );
}
