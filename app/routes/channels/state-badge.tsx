import { CircleCheck, CirclePause } from "lucide-react";
import { Badge } from "#app/components/ui/badge.tsx";
import { channelsTexts as texts } from "#texts/channels.ts";
import type { Channel } from "#workers/contract/endpoints/channels.ts";

/** Active or paused, by word and sign. */
export const StateBadge = ({ state }: Pick<Channel, "state">) => (
  <Badge
    tone={state === "active" ? "success" : "warning"}
    icon={state === "active" ? <CircleCheck aria-hidden /> : <CirclePause aria-hidden />}
  >
    {texts.states[state]}
  </Badge>
);
