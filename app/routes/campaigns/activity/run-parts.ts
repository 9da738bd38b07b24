import { campaignScreensTexts } from "#texts/campaign-screens.ts";
import type { Activity } from "#workers/contract/endpoints/activities.ts";
import type { BroadcastCounts } from "#workers/contract/endpoints/broadcasts.ts";

const texts = campaignScreensTexts.activity;

interface Part {
  id: string;
  name: string;
  counts: BroadcastCounts;
}

/** Whose recipients an activity's people are: its runs, each with its parts. */
export const runPartsOf = ({ broadcasts }: Pick<Activity, "broadcasts">): Part[] =>
  broadcasts.flatMap(({ id, run, counts, comparison }) =>
    comparison
      ? [
          { id, name: texts.partsOf.a(run), counts },
          { id: comparison.b.id, name: texts.partsOf.b(run), counts: comparison.b.counts },
          { id: comparison.rest.id, name: texts.partsOf.rest(run), counts: comparison.rest.counts },
        ]
      : [{ id, name: texts.run(run), counts }],
  );
