import { problemsOf } from "#app/data/problems.ts";
import {
  type Measure,
  measureNames,
  measureOf,
  ofBot,
  ofChannel,
  ofDepartment,
  sourcesOf,
} from "#workers/contract/dashboards.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import {
  dashboardFields,
  type getOwnDashboard,
  type OwnDashboard,
  sharedWithSomebody,
} from "#workers/contract/endpoints/own-dashboards.ts";
import {
  type DashboardPage,
  type DashboardSchedule,
  NO_FILTER,
  type OwnTile,
  type Sharing,
  type TileFilter,
  type TileKind,
} from "#workers/contract/own-dashboards.ts";
import { ownDashboardsTexts as texts } from "#texts/own-dashboards.ts";

/** The names of what tiles are narrowed down to and of whom a dashboard is mailed to, and whose pages it can show. */
export type Choices = ReplyOf<typeof getOwnDashboard>["choices"];

export const CONFIG = "/admin/analytics/config";

/** A dashboard as the editor has it. */
export interface DashboardDraft {
  name: string;
  sharing: Sharing;
  roles: number[];
  tiles: OwnTile[];
  pages: DashboardPage[];
  schedule: DashboardSchedule | null;
}

export const draftOf = (stored: OwnDashboard | undefined): DashboardDraft => ({
  name: stored?.name ?? "",
  sharing: stored?.sharing ?? "maker",
  roles: stored?.roles ?? [],
  tiles: stored?.tiles ?? [],
  pages: stored?.pages ?? [],
  schedule: stored?.schedule ?? null,
});

/** The problems of a draft by place: `name`, `tiles.0.measures`. */
export const wrongIn = (draft: DashboardDraft): Record<string, string> => ({
  ...problemsOf(dashboardFields, draft),
  ...(!sharedWithSomebody(draft) && { roles: texts.noRole }),
});

/** The id of the control at a place. */
export const idOf = (place: string): string => `dashboard-${place.replaceAll(/[^\w]/g, "-")}`;

export const newTile = (id: string): OwnTile => ({
  id,
  title: "",
  kind: "number",
  measures: ["sent"],
  size: "small",
  filter: NO_FILTER,
  compare: true,
});

/** Figures that can stand beside the first one: of its unit in a picture, of its source in a table. */
export function measuresBeside(kind: TileKind, [first = "sent"]: readonly Measure[]): Measure[] {
  if (kind === "number") return [];
  const of = kind === "table" ? "source" : "unit";
  return measureNames.filter((name) => name !== first && measureOf(name)[of] === measureOf(first)[of]);
}

/** The fields of a filter that narrow down at least one of the figures. */
export const filtersOf = (measures: readonly Measure[]): (keyof TileFilter)[] => {
  const sources = sourcesOf(measures);
  return [
    ...(sources.some((source) => ofChannel.has(source)) ? (["channelId"] as const) : []),
    ...(sources.some((source) => ofBot.has(source)) ? (["botId"] as const) : []),
    ...(sources.some((source) => ofDepartment.has(source)) ? (["departmentId"] as const) : []),
  ];
};

/** A tile with something changed; figures and filters that no longer go with it are left out. */
export function changedTile(tile: OwnTile, change: Partial<OwnTile>): OwnTile {
  const next = { ...tile, ...change };
  const [first = "sent", ...others] = next.measures;
  const beside = measuresBeside(next.kind, [first]);
  const measures = [
    first,
    ...others.filter((each, at) => beside.includes(each) && others.indexOf(each) === at),
  ];
  const kept = filtersOf(measures);
  const filter = { ...NO_FILTER };
  for (const name of kept) filter[name] = next.filter[name];
  return { ...next, measures, filter };
}

/** The list with the entry at a place moved by one; as it is where there is no place. */
export function movedBy<Entry>(list: readonly Entry[], at: number, step: -1 | 1): Entry[] {
  const entry = list[at];
  const to = at + step;
  if (entry === undefined || to < 0 || to >= list.length) return [...list];
  return list.toSpliced(at, 1).toSpliced(to, 0, entry);
}
