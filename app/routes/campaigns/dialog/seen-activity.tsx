import { useEffect, useEffectEvent, useState } from "react";
import { useQueryOf } from "#app/data/query.ts";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import { campaignDialogTexts as texts } from "#texts/campaign-dialog.ts";
import { type Activity, getActivity } from "#workers/contract/endpoints/activities.ts";
import { ActivityPreview } from "../activity/activity-preview.tsx";
import { Decisions } from "../activity/decisions.tsx";

/** An activity as it is decided about. It stays as it was first shown, whatever becomes of it meanwhile. */
export function SeenActivity({
  id,
  shows,
  onSeen,
}: {
  id: string;
  shows: "preview" | "decisions";
  onSeen: (seen: Pick<Activity, "revision" | "isMine">) => void;
}) {
  const { answer, asking, failure, reload } = useQueryOf(getActivity, { params: { id } });
  const [seen, setSeen] = useState<Activity>();
  if (!seen && answer && !asking) setSeen(answer);
  const tell = useEffectEvent(onSeen);
  useEffect(() => {
    if (seen) tell(seen);
  }, [seen]);
  if (!seen) {
    if (!failure) return <Progress label={texts.loading} />;
    return <ErrorState title={texts.failed} text={failure.message} busy={asking} onRetry={reload} />;
  }
  return shows === "preview" ? <ActivityPreview activity={seen} /> : <Decisions decisions={seen.decisions} />;
}
