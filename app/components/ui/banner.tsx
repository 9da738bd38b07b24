import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";

export type NoticeKind = "info" | "success" | "error" | "warning";

/** A message that stays in its place. With `live` it is also read out when it appears. */
export function Banner({
  kind,
  title,
  children,
  actions,
  live = false,
  className,
}: {
  kind: NoticeKind;
  title?: string;
  children?: ReactNode;
  actions?: ReactNode;
  live?: boolean;
  className?: string | undefined;
}) {
  return (
    <div
      role={live ? (kind === "error" ? "alert" : "status") : undefined}
      className={cx("flex items-start gap-3 rounded-lg px-3.5 py-3", noticeSoft[kind], className)}
    >
      <NoticeIcon kind={kind} className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1 break-words">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
      {actions && <div className="flex shrink-0 items-center gap-2">{actions}</div>}
    </div>
  );
}

/** Why something failed, announced when it appears; nothing while it is empty. */
export function Failure({ text, className }: { text: string | undefined; className?: string }) {
  return (
    text && (
      <Banner kind="error" live className={className}>
        {text}
      </Banner>
    )
  );
}

export function NoticeIcon({ kind, className }: { kind: NoticeKind; className?: string }) {
  const Icon = ICONS[kind];
  return <Icon aria-hidden className={className} />;
}

const ICONS = { info: Info, success: CircleCheck, error: CircleAlert, warning: TriangleAlert };

export const noticeSoft: Record<NoticeKind, string> = {
  info: "bg-accent-soft text-accent-ink",
  success: "bg-success-soft text-success-ink",
  error: "bg-danger-soft text-danger-ink",
  warning: "bg-warning-soft text-warning-ink",
};
