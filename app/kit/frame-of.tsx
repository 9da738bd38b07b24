import type { ComponentType, ReactNode } from "react";
import { useRouteError } from "react-router";
import { ApiError } from "#app/data/api.ts";
import { LoadFailure } from "#app/kit/load-failure.tsx";
import { type Crumb, Page } from "#app/components/page.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { titleOf } from "#app/lib/title.ts";
import { uiTexts } from "#texts/ui.ts";

interface Options {
  title: string;
  lead?: string;
  crumbs?: readonly Crumb[];
  wide?: boolean;
  /** Rows of the skeleton that stands for the screen until it is loaded. */
  rows?: number;
  /** Names what could not be loaded. */
  failed?: string;
  /** Where the specification wants a toast when the screen cannot be loaded. */
  toasts?: boolean;
  /** A part of a screen that has a title already, such as a tab. */
  within?: boolean;
  /** Replaces the plain page around the reason why the screen could not be loaded. */
  Around?: ComponentType<{ children: ReactNode }>;
  /** Shown instead of the reason where what the address names does not exist. */
  Gone?: ComponentType;
}

/**
 * What every screen with a loader exports beside it:
 * `export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed })`.
 */
export function frameOf({
  title,
  lead,
  crumbs,
  wide = false,
  rows = 6,
  failed = uiTexts.failed,
  toasts = false,
  within = false,
  Around,
  Gone,
}: Options) {
  const Plain = ({ children }: { children: ReactNode }) =>
    within ? (
      <div className="p-6">{children}</div>
    ) : (
      <Page {...{ title, lead, crumbs, wide }}>{children}</Page>
    );
  const Failed = Around ?? Plain;
  return {
    meta: () => titleOf(title),
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
