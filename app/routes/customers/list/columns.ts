import { useCallback, useState } from "react";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type { listCustomers } from "#workers/contract/endpoints/customers.ts";

export type Header = ReplyOf<typeof listCustomers>["customers"]["headers"][number];

/** Ids of the visible columns, in order; null: all, in the enterprise's order. */
export type Columns = string[] | null;

const KEY = "customerColumns";

export interface Column extends Header {
  /** Index of its values in a row's details. */
  at: number;
}

/** Returns the columns to show. Chosen columns that no longer exist are left out. */
export function shownColumns(headers: readonly Header[], columns: Columns): Column[] {
  const all = headers.map((header, at) => ({ ...header, at }));
  if (columns === null) return all;
  const chosen = columns.flatMap((id) => all.find((column) => column.id === id) ?? []);
  // None of them exists: the choice belongs to another enterprise, used earlier in this browser.
  return chosen.length === 0 && columns.length > 0 ? all : chosen;
}

export function useColumns(): [columns: Columns, choose: (columns: Columns) => void] {
  const [columns, setColumns] = useState(readColumns);
  const choose = useCallback((next: Columns) => {
    setColumns(next);
    try {
      if (next === null) localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, JSON.stringify(next));
    } catch {
      // The storage is full or blocked: the choice lasts until the page is left.
    }
  }, []);
  return [columns, choose];
}

function readColumns(): Columns {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return Array.isArray(kept) ? kept.filter((id): id is string => typeof id === "string") : null;
  } catch {
    return null;
  }
}

/** Shows or hides a column; a newly shown one comes last. */
export function withColumn(
  headers: readonly Header[],
  columns: Columns,
  id: string,
  shown: boolean,
): Columns {
  const now = shownColumns(headers, columns).map((column) => column.id);
  return shown ? [...now, id] : now.filter((each) => each !== id);
}

/** Moves a column by one place. */
export function withMoved(headers: readonly Header[], columns: Columns, id: string, by: -1 | 1): Columns {
  const now = shownColumns(headers, columns).map((column) => column.id);
  const at = now.indexOf(id);
  const to = at + by;
  const [other, moved] = [now[to], now[at]];
  if (other === undefined || moved === undefined) return columns;
  now[to] = moved;
  now[at] = other;
  return now;
}
