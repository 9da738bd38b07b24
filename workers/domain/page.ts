import { PAGE_CAP } from "#workers/contract/fields.ts";

/** Reads one row more than the page holds: its presence shows that there are others, without a count. */
export function page({ from, perPage }: { from: number; perPage: number }) {
  const size = perPage === -1 ? PAGE_CAP : perPage;
  return {
    limit: size + 1,
    offset: from,
    cut: <Row>(rows: Row[]): { rows: Row[]; more: boolean } => ({
      rows: rows.slice(0, size),
      more: rows.length > size,
    }),
  };
}
