import { useEffect } from "react";
import { type NavigateOptions, useLocation, useSearchParams } from "react-router";

/** What the address was last asked to become and is not yet, since its data is still being fetched. */
let asked: URLSearchParams | undefined;

type Values = Readonly<Record<string, string>>;

/**
 * The address's parameters, and a change of some of them that builds on the change before it even while that one still
 * waits for its data: a filter typed a moment ago must not close the panel that was opened since, nor the panel drop the
 * filter. `useSearchParams` builds each change on what is shown.
 */
export function useSearch(): [URLSearchParams, (values: Values, options?: NavigateOptions) => void] {
  const location = useLocation();
  const [search, setSearch] = useSearchParams();
  useEffect(() => {
    asked = undefined;
  }, [location]);
  const change = (values: Values, options?: NavigateOptions) => {
    asked = withValues(asked ?? search, values);
    setSearch(asked, options);
  };
  return [search, change];
}

/** A copy in which each parameter is set, or taken away where its value is empty. */
export function withValues(search: URLSearchParams, values: Values): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(values)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}
