import type { ReactNode } from "react";

/** An empty list: one sentence, and the next step. */
export function EmptyState({
  icon,
  drawing,
  title,
  children,
  action,
}: {
  icon?: ReactNode;
  /** Of `components/drawings`, in place of the icon, for lists that many people meet empty. */
  drawing?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center gap-2 px-4 py-12 text-center">
      {drawing ??
        (icon && (
          <span
            aria-hidden
            className="mb-2 flex size-12 items-center justify-center rounded-full bg-accent-soft text-accent-ink [&>svg]:size-6"
          >
            {icon}
          </span>
        ))}
      <p className="max-w-full text-base font-semibold [overflow-wrap:anywhere]">{title}</p>
      {children && <div className="max-w-md text-muted">{children}</div>}
      {action && <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
