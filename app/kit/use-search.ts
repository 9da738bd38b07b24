import { useEffect } from "react";
import { type NavigateOptions, useLocation, useSearchParams } from "react-router";

/** The search params of a navigation that still waits for its data, so that the next change builds on them. */
let asked: URLSearchParams | undefined;

type Values = Readonly<Record<string, string>>;

/**
 * The search params, and a change that builds on the one before even while that waits for its data: a filter just typed
 * must not close a panel opened since. `useSearchParams` builds each change on what is shown.
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
