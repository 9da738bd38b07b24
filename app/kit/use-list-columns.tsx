import type { ReactNode } from "react";
import { ColumnChooser } from "#app/kit/column-chooser.tsx";
import { type Header, shownColumns, useColumns } from "#app/kit/columns.ts";
import { Th } from "#app/components/ui/table.tsx";

/** A column of a list that can be hidden and moved; what names its row and what acts on it stay where they are. */
export interface ListColumn<Row> extends Header {
  /** Classes of its head. */
  head?: string;
  cell: (row: Row) => ReactNode;
}

export interface ListColumns<Row> {
  heads: ReactNode;
  cells: (row: Row) => ReactNode;
  /** The button with which they are chosen. */
  chooser: ReactNode;
}

/** The columns of a list as they were chosen on this device, under the list's name. */
export function useListColumns<Row>(list: string, all: readonly ListColumn<Row>[]): ListColumns<Row> {
  const [columns, choose] = useColumns(`${list}Columns`);
  const shown = shownColumns(all, columns).flatMap(({ at }) => all[at] ?? []);
  return {
    heads: shown.map(({ id, name, head }) => (
      <Th key={id} className={head}>
        {name}
      </Th>
    )),
    cells: (row) => shown.map(({ id, cell }) => <Cell key={id}>{cell(row)}</Cell>),
    chooser: <ColumnChooser headers={all} columns={columns} onChoose={choose} />,
  };
}

const Cell = ({ children }: { children: ReactNode }) => children;
