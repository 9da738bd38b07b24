import { useEffect } from "react";
import { type NavigateOptions, useLocation, useSearchParams } from "react-router";

/** What the address was last asked to become and is not yet, since its data is still being fetched. */
let asked: URLSearchParams | undefined;

/**
 * The address's parameters, and a change of them that builds on the change before it even while that one still waits
 * for its data: a filter typed a moment ago must not close the panel that was opened since, nor the panel drop the
 * filter. `useSearchParams` builds each change on what is shown.
 */
export function useSearch(): [URLSearchParams, (edit: SearchEdit, options?: NavigateOptions) => void] {
  const location = useLocation();
  const [search, setSearch] = useSearchParams();
  useEffect(() => {
    asked = undefined;
  }, [location]);
  const change = (edit: SearchEdit, options?: NavigateOptions) => {
    const next = new URLSearchParams(asked ?? search);
    edit(next);
    asked = next;
    setSearch(next, options);
  };
  return [search, change];
}

type SearchEdit = (search: URLSearchParams) => void;

/** Sets each parameter, or takes it away where its value is empty. */
export const setAll = (search: URLSearchParams, values: Readonly<Record<string, string>>): void => {
  for (const [name, value] of Object.entries(values)) {
    if (value) search.set(name, value);
    else search.delete(name);
  }
};
