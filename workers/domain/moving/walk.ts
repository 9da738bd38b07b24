import type { Walk } from "#workers/contract/moving.ts";
import type { Cell, RowsPage } from "../backups/page.ts";

/** Pages whose place is written down together; done again they do nothing. */
export const PAGES_AT_ONCE = 40;
/** Tables whose rows go in one page, and rows behind which it ends. */
export const TABLES_AT_ONCE = 20;
export const LARGE = 2_000;

/** Where a walk through all tables begins. */
export const start: Walk = { table: 0, after: "[]" };
export const following = ({ table }: Walk, { more, last }: RowsPage): Walk =>
  more ? { table, after: JSON.stringify(last) } : { ...start, table: table + 1 };
export const asItIs = (row: Cell[]): Cell[] => row;
