import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { Select } from "#app/components/ui/select.tsx";
import { useListState } from "#app/kit/use-list-state.ts";
import { uiTexts } from "#texts/ui.ts";
import { keepRows, rowsIn, sizesWith } from "./page-size.ts";

/** The page size of a list that reads its address by `pagedIn`, and the field in which it is chosen. */
export function useRows(usual: number): { perPage: number; choice: ReactNode } {
  const [search] = useSearchParams();
  const { change } = useListState();
  const perPage = rowsIn(search, usual);
  const choose = (size: string) => {
    keepRows(Number(size));
    change({ rows: size, from: "" });
  };
  const choice = (
    <Select
      aria-label={uiTexts.rowsAPage}
      value={String(perPage)}
      options={sizesWith(usual).map((size) => ({ value: String(size), label: uiTexts.rows(size) }))}
      onChange={choose}
      className="w-auto"
    />
  );
  return { perPage, choice };
}
