import { loadScript } from "./load-part.ts";

interface LazyRoute {
  id: string;
  lazy?: unknown;
  children?: readonly LazyRoute[];
}

/** The parts of React Router's page globals that are needed to load a screen in its stead. */
interface RouterGlobals {
  __reactRouterDataRouter?: { routes: readonly LazyRoute[] };
  __reactRouterManifest?: { routes: Record<string, { module: string } | undefined> };
  __reactRouterRouteModules?: Record<string, object>;
}

/** Loads the module of a screen that could not be loaded before. */
export type LoadScreen = () => Promise<object>;

/**
 * React Router reloads the page, at the old address, when the file of a screen cannot be loaded. So each file is
 * loaded here first, by `loadScript`; if that fails, `missing` takes the screen's place at the new address.
 */
export function watchScreens(missing: (error: unknown, load: LoadScreen) => object): void {
  const router = globalThis as RouterGlobals;
  const modules = (router.__reactRouterRouteModules ??= {});
  const coming = new Map<string, Promise<unknown>>();
  const fetchFirst = async (id: string): Promise<void> => {
    const address = router.__reactRouterManifest?.routes[id]?.module;
    if (id in modules || address === undefined) return;
    const load = () => loadScript(address);
    const loading =
      coming.get(id) ??
      load().then(
        (module) => (modules[id] = module),
        (error: unknown) => (modules[id] = missing(error, load)),
      );
    coming.set(id, loading);
    await loading;
  };
  const watch = ({ id, lazy, children = [] }: LazyRoute): void => {
    if (typeof lazy === "object" && lazy !== null) {
      const parts = lazy as Record<string, (() => Promise<unknown>) | undefined>;
      for (const [name, load] of Object.entries(parts))
        if (load) parts[name] = () => fetchFirst(id).then(load);
    }
    children.forEach(watch);
  };
  router.__reactRouterDataRouter?.routes.forEach(watch);
}
