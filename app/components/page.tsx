import { ArrowLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { cx } from "#app/components/ui/cx.ts";
import { uiTexts } from "#texts/ui.ts";

export interface Crumb {
  label: string;
  to: string;
}

/** The head of a screen and its content: one h1, the breadcrumb and the actions. */
export function Page({
  title,
  lead,
  crumbs = [],
  back,
  actions,
  children,
  wide = false,
}: {
  title: ReactNode;
  lead?: ReactNode;
  crumbs?: readonly Crumb[];
  /** An arrow before the title that leads back. */
  back?: Crumb;
  actions?: ReactNode;
  children: ReactNode;
  /** Uses the whole width, for builders and wide tables. */
  wide?: boolean;
}) {
  return (
    <div className={cx("mx-auto w-full px-4 py-5 sm:px-6 sm:py-6", !wide && "max-w-6xl")}>
      {crumbs.length > 0 && (
        <nav aria-label={uiTexts.breadcrumb} className="mb-1">
          <ol className="flex flex-wrap items-center gap-1 text-[0.8125rem] text-muted">
            {crumbs.map((crumb, at) => (
              <li key={crumb.to} className="flex items-center gap-1">
                {at > 0 && <ChevronRight aria-hidden className="size-3.5" />}
                <Link
                  to={crumb.to}
                  className="finger inline-flex min-h-6 items-center rounded hover:text-ink hover:underline"
                >
                  {crumb.label}
                </Link>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className="mb-3 flex flex-wrap items-start justify-between gap-x-4 gap-y-2 sm:mb-5 sm:gap-y-3">
        <div className="flex min-w-0 items-start gap-2">
          {back && (
            <Link
              to={back.to}
              aria-label={uiTexts.backTo(back.label)}
              className="finger inline-flex size-7 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink"
            >
              <ArrowLeft aria-hidden className="size-4" />
            </Link>
          )}
          <div className="min-w-0">
            <h1 tabIndex={-1} className="text-xl font-semibold tracking-tight break-words sm:text-2xl">
              {title}
            </h1>
            {/* In a small window it would push the list out of sight; one with a link in it has to be seen. */}
            {lead && (
              <p className={cx("mt-1 max-w-prose text-muted", typeof lead === "string" && "max-sm:sr-only")}>
                {lead}
              </p>
            )}
          </div>
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </div>
  );
}
