import { useEffect, useRef } from "react";
import { Outlet, redirect } from "react-router";
import { token, whenLoginRequired } from "#app/data/api.ts";
import { reportsTexts } from "#texts/reports.ts";
import { endSession, loginPath } from "#app/session/session.ts";
import type { Route } from "./+types/frame-page.ts";
import { isEmbedded, tellConsole } from "./embedded.ts";

/** When the session ends, the console signs out instead of the frame: a sign-in page must not be framed. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  ({ request }) => {
    whenLoginRequired(() => {
      if (isEmbedded()) tellConsole({ type: "session-out" });
      else endSession("expired");
    });
    if (token.get()) return;
    if (!isEmbedded()) throw redirect(loginPath(new URL(request.url)));
    tellConsole({ type: "session-out" });
  },
];

export const clientLoader = () => null;

/**
 * Our own analytics pages, under the contract of any analytics host: an address with enterprise, bot, department and
 * range, and messages to the console. The session, never the address, decides whose figures are shown.
 */
export default function FramePage() {
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    tellConsole({ type: "ready" });
    const element = main.current;
    if (!element) return;
    const watching = new ResizeObserver(() => tellConsole({ type: "height", height: element.offsetHeight }));
    watching.observe(element);
    return () => watching.disconnect();
  }, []);
  return (
    <main id="main" ref={main} tabIndex={-1} aria-label={reportsTexts.analytics}>
      <Outlet />
    </main>
  );
}

export function HydrateFallback() {
  return <main id="main" tabIndex={-1} />;
}
