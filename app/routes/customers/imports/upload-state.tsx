import {
  CircleCheck,
  CirclePause,
  CircleX,
  Clock,
  FileSearch,
  ListChecks,
  type LucideIcon,
  RefreshCw,
  Undo2,
} from "lucide-react";
import { Badge, type BadgeTone } from "#app/components/ui/badge.tsx";
import { importsTexts } from "#texts/imports.ts";
import type { ImportState } from "#workers/contract/endpoints/imports.ts";

const looks: Readonly<Record<ImportState, readonly [LucideIcon, BadgeTone]>> = {
  CHECKING: [FileSearch, "accent"],
  CHECKED: [ListChecks, "accent"],
  WAITING: [Clock, "neutral"],
  PROCESSING: [RefreshCw, "accent"],
  STOPPED: [CirclePause, "warning"],
  COMPLETED: [CircleCheck, "success"],
  ERROR: [CircleX, "danger"],
  UNDOING: [Undo2, "accent"],
  UNDONE: [Undo2, "neutral"],
};

/** The state of an import: an icon and its word. */
export function UploadState({ state }: { state: ImportState }) {
  const [Icon, tone] = looks[state];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {importsTexts.states[state]}
    </Badge>
  );
}
