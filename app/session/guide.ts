import { call } from "#app/data/api.ts";
import { createStore, useStore } from "#app/lib/store.ts";
import { getGuide, type GuideNow, setGuide } from "#workers/contract/endpoints/first-run.ts";

/** The steps that are left, as they were last told: the session brings the first answer. */
const guideStore = createStore<GuideNow | undefined>(undefined);

export const guideNow = (): GuideNow | undefined => guideStore.get();
export const takeGuide = (guide: GuideNow | undefined): void => guideStore.set(guide);
export const useGuide = (): GuideNow | undefined => useStore(guideStore, undefined);

/** Asks anew what is there; what fails is asked for again with the next occasion. */
export async function refreshGuide(): Promise<void> {
  takeGuide(await call(getGuide));
}

export async function changeGuide(change: { hidden?: boolean; toured?: boolean }): Promise<void> {
  takeGuide(await call(setGuide, { body: change }));
}

/** Whether steps are left that this person has not put aside. */
export const isGuided = (guide: GuideNow | undefined): guide is GuideNow =>
  guide !== undefined && !guide.hidden && guide.steps.some(({ done }) => !done);
