import { invalidate } from "#app/data/query.ts";
import { entityUsage } from "#workers/contract/endpoints/entities.ts";
import { getIntent, listIntents } from "#workers/contract/endpoints/intents.ts";
import { listAllIntents } from "#workers/contract/endpoints/review.ts";
import { listStories } from "#workers/contract/endpoints/stories.ts";

/** For what changes intents from elsewhere, such as an import: they are asked for anew when they are next shown. */
export function intentsChanged(): void {
  for (const endpoint of [listStories, listIntents, listAllIntents, getIntent, entityUsage])
    void invalidate(endpoint);
}
