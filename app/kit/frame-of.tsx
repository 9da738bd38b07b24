import type { ComponentProps, ComponentType, ReactNode } from "react";
import { useRouteError } from "react-router";
import { ApiError } from "#app/data/api.ts";
import { LoadFailure } from "#app/kit/load-failure.tsx";
import { Page } from "#app/components/page.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { titleOf } from "#app/lib/title.ts";
import { uiTexts } from "#texts/ui.ts";

interface Options extends Pick<ComponentProps<typeof Page>, "lead" | "crumbs" | "wide"> {
  title: string;
  /** Rows of the skeleton that stands for the screen until it is loaded. */
  rows?: number;
  /** Names what could not be loaded. */
  failed?: string;
  /** Set where the specification wants a toast when the screen cannot be loaded. */
  toasts?: boolean;
  /** A part of a screen that has a title already, such as a tab. */
  within?: boolean;
  /** Replaces the plain page around the reason why the screen could not be loaded. */
  Around?: ComponentType<{ children: ReactNode }>;
  /** Shown instead of the reason where what the address names does not exist. */
  Gone?: ComponentType;
}

/**
 * The exports of a screen that has a loader:
 * `export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed })`.
 */
export function frameOf({
  rows = 6,
  failed = uiTexts.failed,
  toasts = false,
  within = false,
  Around,
  Gone,
  ...page
}: Options) {
  const Plain = ({ children }: { children: ReactNode }) =>
    within ? <div className="p-6">{children}</div> : <Page {...page}>{children}</Page>;
  const Failed = Around ?? Plain;
  return {
    meta: () => titleOf(page.title),
    /** Rendered by the server too, so without anything that needs to know the person. */
    HydrateFallback: () => (
      <Plain>
        <SkeletonRows rows={rows} />
      </Plain>
    ),
    ErrorBoundary: function FrameFailure() {
      const error = useRouteError();
      if (Gone && error instanceof ApiError && error.status === 404) return <Gone />;
      return (
        <Failed>
          <LoadFailure error={error} title={failed} toasts={toasts} />
        </Failed>
      );
    },
  };
}
