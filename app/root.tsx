import "#app/lib/zod-setup.ts";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useNavigation,
  useRouteLoaderData,
} from "react-router";
import scripts from "virtual:language-scripts";
import { BusyLine } from "#app/components/ui/busy-line.tsx";
import { Toaster } from "#app/components/ui/toast.tsx";
import { ErrorPage } from "#app/components/error-page.tsx";
import { missingScreen } from "#app/components/missing-screen.tsx";
import { cloudflareContext } from "#app/lib/context.ts";
import { densityScript } from "#app/lib/density-script.ts";
import { PRODUCT_META, productName } from "#app/lib/product.ts";
import { shellTexts } from "#texts/shell.ts";
import { watchScreens } from "#app/lib/screen-modules.ts";
import { storageScript } from "#app/lib/storage-script.ts";
import { themeScript, watchTheme } from "#app/lib/theme.ts";
import { bareTitle, noteTakenOver } from "#app/lib/title.ts";
import { takesLetters } from "#app/lib/takes-letters.ts";
import type { Route } from "./+types/root.ts";
import "./app.css";

export function loader({ context }: Route.LoaderArgs) {
  const { nonce, embedders, language } = context.get(cloudflareContext);
  return { nonce, embedders, language, texts: scripts[language] };
}

/** Nonce and policy belong to one document, so no navigation needs to load them again. */
export const shouldRevalidate = () => false;

/** It has run by the time that React looks at it, so the browser is not given its text a second time. */
const HEAD_SCRIPT = import.meta.env.SSR ? `${storageScript}\n${themeScript}\n${densityScript}` : "";

export function Layout({ children }: { children: ReactNode }) {
  const { nonce, language = "en", texts } = useRouteLoaderData<typeof loader>("root") ?? {};
  return (
    // The script below sets the theme's class before React hydrates the page.
    <html lang={language} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0b6b83" />
        <meta name={PRODUCT_META} content={productName()} />
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: HEAD_SCRIPT }} />
        {/* Before every module: they take their texts from it when they are loaded. */}
        {texts && <script src={texts} nonce={nonce} suppressHydrationWarning />}
        <Meta />
        <Links />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icon-192.png" />
        <link rel="manifest" href="/site.webmanifest" />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  // Before the router takes its first step, which the effects of its own components start.
  useLayoutEffect(() => watchScreens(missingScreen), []);
  useEffect(watchTheme, []);
  useEffect(noteTakenOver, []);
  return (
    <>
      <div id="app">
        <a
          href="#main"
          className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-accent px-4 py-2 font-semibold text-on-accent focus:translate-y-0"
        >
          {shellTexts.skip}
        </a>
        <Busy />
        <Outlet />
        <RouteFocus />
      </div>
      <Toaster />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center p-4">
      <ErrorPage error={error} home={{ to: "/", label: shellTexts.backToLogin }} />
    </main>
  );
}

/** The old screen stays in place while the next one is loading. */
function Busy() {
  return useNavigation().state === "idle" ? null : <BusyLine />;
}

/**
 * After a change of screen the focus goes to its heading and its title is read out, as on a page load. Links that look
 * like tabs keep the focus (`state={{ keepFocus: true }}`).
 */
function RouteFocus() {
  const { pathname, state } = useLocation();
  const before = useRef(pathname);
  const drawnWith = useRef<Element>(null);
  const [announced, setAnnounced] = useState("");
  useLayoutEffect(() => {
    drawnWith.current = document.activeElement;
  }, [pathname]);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    setAnnounced(bareTitle());
    const keep = (state as { keepFocus?: boolean } | null)?.keepFocus;
    if (keep || document.querySelector("[role=dialog],[role=alertdialog]")) return;
    // Whoever is in a field of the new screen already stays there: what they type would be lost.
    const now = document.activeElement;
    if (now !== drawnWith.current && takesLetters(now) && now.closest("main")) return;
    const target = document.querySelector<HTMLElement>("main h1") ?? document.getElementById("main");
    if (!target) return;
    if (!target.hasAttribute("tabindex")) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }, [pathname, state]);
  return (
    <p role="status" className="sr-only">
      {announced}
    </p>
  );
}
