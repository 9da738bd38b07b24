import { LogoMark } from "#app/components/logo.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { uiTexts } from "#texts/ui.ts";

/** The server's response for every screen of the console: only the browser knows the session. */
export function ConsoleSkeleton() {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-13 items-center gap-3 border-b border-line bg-surface px-4">
        <LogoMark />
        <Skeleton className="h-5 w-28" />
        <Skeleton className="ml-auto size-8" />
      </header>
      <div className="flex flex-1">
        <div className="hidden w-60 shrink-0 border-r border-line bg-surface p-4 lg:block">
          <div className="grid gap-4">
            <Skeleton className="h-4 w-20" />
            <Skeleton className="h-4 w-36" />
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-4 w-28" />
          </div>
        </div>
        <main id="main" tabIndex={-1} className="flex-1 p-6">
          <p role="status" className="sr-only">
            {uiTexts.loading}
          </p>
          <Skeleton className="mb-6 h-7 w-48" />
          <Skeleton className="h-40 w-full max-w-3xl" />
        </main>
      </div>
    </div>
  );
}
