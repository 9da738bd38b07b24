import { useContext, useEffect } from "react";
import {
  type NavigateOptions,
  UNSAFE_DataRouterContext as RouterContext,
  useLocation,
  useNavigation,
  useSearchParams,
} from "react-router";

type Values = Readonly<Record<string, string>>;

interface Place {
  pathname: string;
  search: string;
}

/** A change that the router has not taken up yet, and the address that was there when it was asked for. */
interface Asked {
  at: string;
  search: URLSearchParams;
}
let asked: Asked | undefined;

/**
 * The search params that a change on the screen `pathname` builds on: those of the navigation that is under way, else of
 * the change just asked for, else of where the router is. What is drawn lags behind all three, and so does a timer's
 * closure. Undefined where somebody is on the way to another screen, or there already.
 */
export function builtOn(
  pathname: string,
  {
    location,
    navigation,
  }: { location: Place & { key: string }; navigation: { location?: Place | undefined } },
  before: Asked | undefined,
): URLSearchParams | undefined {
  const target = navigation.location ?? location;
  if (target.pathname !== pathname) return undefined;
  if (!navigation.location && before?.at === location.key) return before.search;
  return new URLSearchParams(target.search);
}

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
    const now = context?.router.state ?? { location, navigation: { location: shownAwaited } };
    const on = builtOn(location.pathname, now, asked);
    if (!on) return;
    asked = { at: now.location.key, search: withValues(on, values) };
    setSearch(asked.search, options);
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
