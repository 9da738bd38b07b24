import { call } from "#app/data/api.ts";
import { invalidate, put, useQueryOf } from "#app/data/query.ts";
import { getGuide, type GuideNow, setGuide } from "#workers/contract/endpoints/first-run.ts";

/** The steps that are left; undefined as long as they are not known: the console works without them. */
export const useGuide = (): GuideNow | undefined => useQueryOf(getGuide).answer;

export const refreshGuide = (): Promise<void> => invalidate(getGuide);

export async function hideSteps(hidden: boolean): Promise<void> {
  put(getGuide, {}, await call(setGuide, { body: { steps: hidden ? "hidden" : "shown" } }));
}

/** Whether steps are left that this person has not put aside. */
export const isGuided = ({ hidden, steps }: GuideNow): boolean => !hidden && steps.some(({ done }) => !done);
