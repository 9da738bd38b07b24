import { matchRoutes, type RouteObject } from "react-router";
import { loadScript } from "#app/lib/load-part.ts";
import { isShell } from "#app/lib/shells.ts";

/** Long enough that a pointer on its way across the page asks for nothing. */
const INTENT_MS = 80;

interface ManifestRoute {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
  module: string;
}

type Loader = (args: { request: Request; params: object }) => unknown;

const PREFETCHED = new WeakSet<object>();

/** Marks a clientLoader that may run before its link is pressed: all that it asks comes through `load`. */
export function prefetched<Marked extends (args: never) => unknown>(clientLoader: Marked): Marked {
  PREFETCHED.add(clientLoader);
  return clientLoader;
}

/** Loads a screen before its link is pressed: its script, and through its loader what it shows, into the cache. */
async function prefetchScreen(url: URL): Promise<void> {
  const manifest = (window as { __reactRouterManifest?: { routes: Record<string, ManifestRoute> } })
    .__reactRouterManifest?.routes;
  const matches = manifest && matchRoutes(treeOf(Object.values(manifest)), url);
  // The loaders of other pages use up codes and messages.
  if (!matches?.some(({ route }) => isShell(route.id))) return;
  await Promise.all(
    matches.map(async ({ route: { id }, params }) => {
      const address = id && !isShell(id) && manifest?.[id]?.module;
      if (!address) return;
      const { clientLoader } = (await loadScript(address)) as { clientLoader?: Loader };
      if (clientLoader && PREFETCHED.has(clientLoader)) {
        await clientLoader({ request: new Request(url), params });
      }
    }),
  );
}

function treeOf(routes: ManifestRoute[], parent?: string): RouteObject[] {
  return routes
    .filter(({ parentId }) => parentId === parent)
    .map(({ id, path, index }) =>
      index
        ? { id, index, ...(path && { path }) }
        : { id, ...(path && { path }), children: treeOf(routes, id) },
    );
}

/**
 * Prefetches where a link is pointed at, focused or touched; returns a function that stops it. A screen takes part by
 * `clientLoader = prefetched(…)`.
 */
export function watchIntent(): () => void {
  let timer: ReturnType<typeof setTimeout>;
  let last = "";
  const look = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    clearTimeout(timer);
    last = link?.href ?? "";
    if (!link || link.origin !== location.origin || link.target || link.download) return;
    const url = new URL(link.href);
    timer = setTimeout(
      () => {
        // A failure is reported when the link is pressed.
        if (last === url.href) prefetchScreen(url).catch(() => {});
      },
      event.type === "touchstart" ? 0 : INTENT_MS,
    );
  };
  for (const type of SIGNS) addEventListener(type, look, { capture: true, passive: true });
  return () => {
    clearTimeout(timer);
    for (const type of SIGNS) removeEventListener(type, look, { capture: true });
  };
}

const SIGNS = ["pointerover", "focusin", "touchstart"] as const;
