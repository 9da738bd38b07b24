import { Portal } from "@headlessui/react";
import { useEffect, useRef, useState } from "react";
import { Outlet, redirect, useLocation, useNavigation } from "react-router";
import { ApiError, token } from "#app/data/api.ts";
import { ErrorPage } from "#app/components/error-page.tsx";
import { Page } from "#app/components/page.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { BusyLine } from "#app/components/ui/busy-line.tsx";
import { ConfirmProvider } from "#app/components/ui/confirm-dialog.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { lazily, lazilyShown } from "#app/components/ui/lazily.tsx";
import { SidePanel } from "#app/components/ui/side-panel.tsx";
import { isForbidden, switchedOff, visibleMenu } from "#app/lib/menu.ts";
import { leftWork, nothingLeft } from "#app/kit/left-work.ts";
import { errorsTexts } from "#texts/errors.ts";
import { shellTexts } from "#texts/shell.ts";
import { isFramed, WORKSPACE } from "#app/lib/workspace.ts";
import { clearStorage, loginPath } from "#app/session/session.ts";
import { endTour, tourStore } from "#app/session/tour.ts";
import type { Route } from "./+types/console.ts";
import { HelpTab } from "./console/help/help-tab.tsx";
import { collapsedStore, toggleCollapsed } from "./console/collapsed.ts";
import { rememberScreen } from "./console/recent.ts";
import { Shortcuts } from "./console/shortcuts.tsx";
import { SideMenu } from "./console/side-menu.tsx";
import { ConsoleSkeleton } from "./console/skeleton.tsx";
import { TopBar } from "./console/top-bar.tsx";
import { isNewShell, loadShell, useShell } from "./console/shell.ts";
import { useStops } from "./console/use-stops.ts";
import { useHotkeys } from "./console/use-hotkeys.ts";
import { useUsageAlerts } from "./console/use-usage-alerts.ts";
import { useWide } from "./console/use-wide.ts";
import { useStore } from "#app/lib/store.ts";

/**
 * Nobody gets past here without a token; the first call tells whether it is valid. In a frame only the workspace opens:
 * a site that may embed it may not embed the console.
 */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  ({ request }) => {
    if (isFramed()) throw redirect(WORKSPACE);
    if (token.get()) return;
    clearStorage();
    throw redirect(loginPath(new URL(request.url)));
  },
];

export const clientLoader = loadShell;
export const shouldRevalidate = isNewShell;

/** Few enterprises are ever about to go: the first visit of the others does without it. */
const LeavingBanner = lazilyShown(
  () => import("./console/leaving-banner.tsx"),
  (module) => module.LeavingBanner,
  () => null,
);
const MovingBanner = lazilyShown(
  () => import("./console/moving-banner.tsx"),
  (module) => module.MovingBanner,
  () => null,
);
const StopsBanner = lazilyShown(
  () => import("./console/stops-banner.tsx"),
  (module) => module.StopsBanner,
  () => null,
);
const LeftWork = lazilyShown(
  () => import("#app/features/left-work/left-work.tsx"),
  (module) => module.LeftWork,
  () => null,
);
const Palette = lazily(
  () => import("./console/palette.tsx"),
  (module) => module.Palette,
);
const Tour = lazily(
  () => import("./console/tour/tour.tsx"),
  (module) => module.Tour,
);

export default function Console({ loaderData }: Route.ComponentProps) {
  const { session } = loaderData;
  const { pathname } = useLocation();
  const going = useNavigation().location?.pathname;
  const wide = useWide();
  const collapsed = useStore(collapsedStore, false);
  // The drawer belongs to the screen it was opened on, so navigation closes it.
  const [drawerAt, setDrawerAt] = useState<string>();
  const drawer = drawerAt === pathname;
  const [layer, setLayer] = useState<"palette" | "shortcuts">();
  const pops = useRef<HTMLDivElement>(null);
  const groups = visibleMenu(session.profile, session.features);
  const off = switchedOff(pathname, session.features);

  const mayOpen = (path: string) =>
    !isForbidden(path, session.profile, session.features) && !switchedOff(path, session.features);

  useShell(loaderData);
  useUsageAlerts();
  const stopped = useStops();
  const hasLeftWork = useStore(leftWork, nothingLeft).length > 0;
  useEffect(() => rememberScreen(pathname), [pathname]);
  const touring = useStore(tourStore, false);
  useHotkeys({
    palette: () => setLayer("palette"),
    sheet: () => setLayer("shortcuts"),
    menu: () => (wide ? toggleCollapsed() : setDrawerAt(pathname)),
    mayOpen,
  });

  return (
    // Popups must be inside a landmark too.
    <Portal.Group target={pops}>
      <ConfirmProvider>
        {going !== undefined && going !== pathname && <BusyLine />}
        <div className="flex min-h-dvh flex-col">
          <TopBar
            session={session}
            menuOpen={wide ? !collapsed : drawer}
            onToggleMenu={() => (wide ? toggleCollapsed() : setDrawerAt(pathname))}
            onPalette={() => setLayer("palette")}
            onShortcuts={() => setLayer("shortcuts")}
          />
          {hasLeftWork && <LeftWork />}
          <div className="flex min-h-0 flex-1">
            <aside
              data-tour="menu"
              aria-label={shellTexts.menu}
              className={cx(
                "sticky top-13 hidden h-[calc(100dvh-3.25rem)] shrink-0 overflow-y-auto border-r border-line bg-surface lg:block",
                "[scrollbar-width:thin]",
                collapsed ? "w-15" : "w-60",
              )}
            >
              <SideMenu groups={groups} collapsed={collapsed} />
            </aside>
            <SidePanel
              side="left"
              className="max-w-[18rem]"
              title={shellTexts.menu}
              open={drawer && !wide}
              onClose={() => setDrawerAt(undefined)}
            >
              <div className="-mx-5 -my-4">
                <SideMenu groups={groups} collapsed={false} />
              </div>
            </SidePanel>
            <main id="main" tabIndex={-1} className="min-w-0 flex-1 [--head-top:3.25rem]">
              {stopped.length > 0 && <StopsBanner stopped={stopped} />}
              {session.isMoving && <MovingBanner />}
              {session.leavesAt !== null && <LeavingBanner at={session.leavesAt} />}
              {off ? (
                <SwitchedOff screen={off.label} />
              ) : isForbidden(pathname, session.profile, session.features) ? (
                <ErrorPage
                  error={new ApiError(errorsTexts.forbidden, { status: 403, code: 1403 })}
                  home={{ to: "/dashboard", label: shellTexts.backToDashboard }}
                />
              ) : (
                <Outlet />
              )}
              {/* Never empty: the library removes an empty target from the page. */}
              <div ref={pops}>
                <span hidden />
              </div>
            </main>
          </div>
          {session.features.community && <HelpTab />}
          {layer === "palette" && (
            <Palette
              groups={groups}
              session={session}
              onShortcuts={() => setLayer("shortcuts")}
              onClose={() => setLayer(undefined)}
            />
          )}
          {touring && <Tour onClose={endTour} />}
          {layer === "shortcuts" && <Shortcuts onClose={() => setLayer(undefined)} />}
        </div>
      </ConfirmProvider>
    </Portal.Group>
  );
}

/** The screen of a feature that the enterprise has not switched on. */
function SwitchedOff({ screen }: { screen: string }) {
  return (
    <Page title={shellTexts.switchedOffTitle(screen)}>
      <p className="mb-4 text-muted">{shellTexts.switchedOffText}</p>
      <ButtonLink to="/dashboard">{shellTexts.backToDashboard}</ButtonLink>
    </Page>
  );
}

export function HydrateFallback() {
  return <ConsoleSkeleton />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main id="main" tabIndex={-1}>
      <ErrorPage error={error} home={{ to: "/dashboard", label: shellTexts.backToDashboard }} />
    </main>
  );
}
