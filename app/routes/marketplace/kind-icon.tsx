import { Bot, ClipboardList, MessagesSquare, Megaphone, Smartphone, Workflow } from "lucide-react";
import type { PackageKind } from "#workers/contract/marketplace/kinds.ts";

const ICONS = {
  journey: Workflow,
  encap: Megaphone,
  bot: Bot,
  form: ClipboardList,
  flow: Smartphone,
  templates: MessagesSquare,
} as const satisfies Record<PackageKind, unknown>;

/** The picture of a kind; its word stands beside it. */
export function KindIcon({ kind }: { kind: PackageKind }) {
  const Icon = ICONS[kind];
  return (
    <span
      aria-hidden
      className="flex size-11 shrink-0 items-center justify-center rounded-lg bg-accent-soft text-accent-ink"
    >
      <Icon className="size-6" />
    </span>
  );
}
