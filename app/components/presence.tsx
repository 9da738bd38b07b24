import { cx } from "#app/components/ui/cx.ts";
import { agentStatusTexts } from "#texts/agent-status.ts";
import type { AgentStatus } from "#workers/contract/endpoints/agent-status.ts";

/** A person's presence, as a dot with its word beside it (or for screen readers only). */
export function Presence({ status, wordHidden = false }: { status: AgentStatus; wordHidden?: boolean }) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <PresenceDot status={status} />
      <span className={wordHidden ? "sr-only" : undefined}>{agentStatusTexts.statuses[status]}</span>
    </span>
  );
}

/** The shape carries the meaning too: full, half and hollow. */
export function PresenceDot({ status, className }: { status: AgentStatus; className?: string }) {
  return (
    <span
      aria-hidden
      className={cx(
        "inline-block size-2.5 shrink-0 rounded-full border-2",
        status === "online" && "border-success bg-success",
        status === "away" && "border-warning bg-linear-to-r from-warning from-50% to-surface to-50%",
        status === "offline" && "border-edge bg-surface",
        className,
      )}
    />
  );
}
