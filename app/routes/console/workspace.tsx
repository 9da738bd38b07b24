import { Portal } from "@headlessui/react";
import { useRef, useState } from "react";
import { Outlet, redirect } from "react-router";
import { ErrorPage } from "#app/components/error-page.tsx";
import { ConfirmProvider } from "#app/components/ui/confirm-dialog.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { useSingleKeys } from "#app/lib/single-keys.ts";
import { WORKSPACE, WORKSPACE_DOOR } from "#app/lib/workspace.ts";
import { mustEnter } from "#app/session/arrival.ts";
import { can } from "#app/session/session.ts";
import { chatAgentTexts as texts } from "#texts/chat-agent.ts";
import { uiTexts } from "#texts/ui.ts";
import type { Route } from "./+types/workspace.ts";
import { isNewShell, loadShell, useShell } from "./shell.ts";
import { Shortcuts } from "./shortcuts.tsx";
import { WorkspaceBar } from "./workspace/bar.tsx";
import { OpenInConsole } from "./workspace/open-in-console.tsx";

/** Somebody with a code, or without a session here, enters by the door. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  ({ request }) => {
    if (mustEnter(new URL(request.url))) throw redirect(WORKSPACE_DOOR);
  },
];

export const clientLoader = loadShell;
export const shouldRevalidate = isNewShell;

/** Chats without the console around them, as high as the frame or window that another system gives them. */
export default function Workspace({ loaderData }: Route.ComponentProps) {
  const { session } = loaderData;
  const pops = useRef<HTMLDivElement>(null);
  const mayHandle = can(session.profile, ["CHAT.HANDLE"]);
  const [keys, setKeys] = useState(false);
  useShell(loaderData);
  useSingleKeys({ sheet: mayHandle ? () => setKeys(true) : undefined });
  return (
    <Portal.Group target={pops}>
      <ConfirmProvider>
        <div className="flex h-dvh min-h-80 flex-col">
          <WorkspaceBar session={session} onShortcuts={() => setKeys(true)} />
          <main id="main" tabIndex={-1} className="flex min-h-0 flex-1 flex-col">
            {mayHandle ? (
              <Outlet />
            ) : (
              <>
                <h1 className="sr-only">{texts.title}</h1>
                <EmptyState title={texts.noRight} action={<OpenInConsole />}>
                  {texts.noRightText}
                </EmptyState>
              </>
            )}
            {/* Never empty: the library removes an empty target from the page. */}
            <div ref={pops}>
              <span hidden />
            </div>
          </main>
          {keys && <Shortcuts onClose={() => setKeys(false)} />}
        </div>
      </ConfirmProvider>
    </Portal.Group>
  );
}

/** Rendered by the server too, so without anything that needs to know the person. */
export function HydrateFallback() {
  return (
    <main id="main" tabIndex={-1} className="p-4">
      <p role="status" className="sr-only">
        {uiTexts.loading}
      </p>
      <SkeletonRows rows={8} />
    </main>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main id="main" tabIndex={-1}>
      <ErrorPage error={error} home={{ to: WORKSPACE, label: texts.toChats }} />
    </main>
  );
}
