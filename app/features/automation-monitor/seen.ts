import { fromIn } from "#app/kit/list-state.ts";
import { type PeopleFilter, peopleFilterIn } from "./people-filter.ts";

const VIEWS = ["people", "steps", "troubles", "live"] as const;

/** The view of a monitor, with the filter and the page of its people, as they are in the address. */
export interface Seen {
  view: (typeof VIEWS)[number];
  filter: PeopleFilter;
  from: number;
}

export const seenIn = (search: URLSearchParams): Seen => ({
  view: VIEWS.find((each) => each === search.get("view")) ?? "people",
  filter: peopleFilterIn(search),
  from: fromIn(search),
});
