import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** When the last entry of a page disappears while it is shown, runs the loader again: it redirects to one with entries. */
export function usePageBefore(count: number, from: number): void {
  const { revalidate } = useRevalidator();
  const emptied = count === 0 && from > 0;
  useEffect(() => {
    if (emptied) void revalidate();
  }, [emptied, revalidate]);
}
