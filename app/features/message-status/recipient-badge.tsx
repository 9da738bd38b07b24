import { Badge, type BadgeTone } from "#app/components/ui/badge.tsx";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import type { RecipientStatus } from "#workers/contract/broadcast.ts";

const TONES: Record<RecipientStatus, BadgeTone> = {
  queued: "neutral",
  unknown: "warning",
  sent: "accent",
  delivered: "accent",
  read: "success",
  failed: "danger",
  expired: "danger",
  cancelled: "neutral",
};

export const RecipientBadge = ({ status }: { status: RecipientStatus }) => (
  <Badge tone={TONES[status]}>{broadcastsTexts.view.statuses[status]}</Badge>
);
