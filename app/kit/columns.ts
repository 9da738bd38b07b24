import { useCallback, useState } from "react";

export interface Header {
  id: string;
  name: string;
  /** True for a column that is hidden until it is chosen. */
  extra?: boolean;
}

/** Ids of the visible columns, in order; null: all that are no extras, in their usual order. */
export type Columns = string[] | null;

export interface Column extends Header {
  /** Its place in the usual order. */
  at: number;
}

/** Returns the columns to show. Chosen columns that no longer exist are left out. */
export function shownColumns(headers: readonly Header[], columns: Columns): Column[] {
  const all = headers.map((header, at) => ({ ...header, at }));
  const usual = all.filter(({ extra }) => !extra);
  if (columns === null) return usual;
  const chosen = columns.flatMap((id) => all.find((column) => column.id === id) ?? []);
  // None of them exists: the choice was of others, such as the fields of an enterprise used earlier in this browser.
  return chosen.length === 0 && columns.length > 0 ? usual : chosen;
}

/** The choice of a list's columns, kept on the device under a key. */
export function useColumns(key: string): [columns: Columns, choose: (columns: Columns) => void] {
  const [columns, setColumns] = useState(() => readColumns(key));
  const choose = useCallback(
    (next: Columns) => {
      setColumns(next);
      try {
        if (next === null) localStorage.removeItem(key);
        else localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // The storage is full or blocked: the choice lasts until the page is left.
      }
    },
    [key],
  );
  return [columns, choose];
}

function readColumns(key: string): Columns {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
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
