import { useContext, useEffect } from "react";
import {
  type NavigateOptions,
  UNSAFE_DataRouterContext as RouterContext,
  useLocation,
  useNavigation,
  useSearchParams,
} from "react-router";

/** The search params of a change that the router has not taken up yet, so that the next one builds on them. */
let asked: URLSearchParams | undefined;

type Values = Readonly<Record<string, string>>;

/**
 * The search params, and a change that builds on the navigation before even while that waits for its data: a filter just
 * typed must not close a panel, or leave a folder, opened since, nor hold back somebody who goes to another screen.
 * `useSearchParams` builds each change on what is shown. The third are the params of the screen that is being loaded, for
 * links out of this one, which would else lead back to before the last press; without one, those that are shown.
 */
export function useSearch(): [
  search: URLSearchParams,
  change: (values: Values, options?: NavigateOptions) => void,
  coming: URLSearchParams,
] {
  const location = useLocation();
  const { location: shownAwaited } = useNavigation();
  const [search, setSearch] = useSearchParams();
  const context = useContext(RouterContext);
  useEffect(() => {
    asked = undefined;
  }, [location, shownAwaited]);
  const change = (values: Values, options?: NavigateOptions) => {
    // The drawn page lags behind the router for a moment: a folder that was just pressed is already being opened.
    const awaited = context?.router.state.navigation.location ?? shownAwaited;
    if (awaited && awaited.pathname !== location.pathname) return;
    asked = withValues(awaited ? new URLSearchParams(awaited.search) : (asked ?? search), values);
    setSearch(asked, options);
  };
  const coming =
    shownAwaited?.pathname === location.pathname ? new URLSearchParams(shownAwaited.search) : search;
  return [search, change, coming];
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
