import { z } from "zod";
import { billingTexts } from "#texts/billing.ts";
import { dashboardsTexts } from "#texts/dashboards.ts";
import { ownDashboardsTexts as texts } from "#texts/own-dashboards.ts";
import { type DashboardSource, measureNames, measureOf, sourcesOf } from "./dashboards.ts";
import { name, text } from "./fields.ts";
import { isRole } from "./roles.ts";
import { isTimezone } from "./timezones.ts";

/** Dashboards that people make themselves, of the same measures that every enterprise's dashboards have. */

/** The limits of an enterprise's dashboards, and of one dashboard. */
export const DASHBOARDS = {
  most: 50,
  name: 80,
  tiles: 24,
  title: 80,
  measures: 3,
  people: 50,
  pages: 4,
  address: 2_000,
} as const;

export const tileKinds = ["number", "bars", "line", "table"] as const;
export type TileKind = (typeof tileKinds)[number];
/** A third of the row, a half, or all of it. */
export const tileSizes = ["small", "medium", "wide"] as const;
export type TileSize = (typeof tileSizes)[number];

/** The maker alone, people with one of some roles, or whoever may see analytics. */
export const sharings = ["maker", "roles", "all"] as const;
export type Sharing = (typeof sharings)[number];

/** An id that the console chooses; it is unique within its dashboard. */
const partId = z.string().regex(/^[\w-]{1,36}$/, texts.wrongPartId);
const narrowedTo = text(64).default("");

/** Each narrows down the measures that have it; '' is all. */
export const tileFilter = z.object({ channelId: narrowedTo, botId: narrowedTo, departmentId: narrowedTo });
export type TileFilter = z.infer<typeof tileFilter>;
export const NO_FILTER: TileFilter = { channelId: "", botId: "", departmentId: "" };

export const ownTile = z
  .object({
    id: partId,
    title: text(DASHBOARDS.title).default("").meta({ description: "Empty: named after its measures" }),
    kind: z.enum(tileKinds, texts.wrongKind),
    measures: z
      .array(z.enum(measureNames, texts.wrongMeasure))
      .min(1, texts.noMeasure)
      .max(DASHBOARDS.measures, texts.tooManyMeasures(DASHBOARDS.measures)),
    size: z.enum(tileSizes, texts.wrongSize).default("medium"),
    filter: tileFilter.default(NO_FILTER),
    compare: z.boolean().default(true).meta({ description: "Beside as many days before" }),
  })
  .superRefine(({ kind, measures }, { addIssue }) => {
    const refuse = (message: string) => addIssue({ code: "custom", path: ["measures"], message });
    const different = (of: "unit" | "source") =>
      new Set(measures.map((measure) => measureOf(measure)[of])).size > 1;
    if (new Set(measures).size < measures.length) refuse(texts.measureTwice);
    else if (kind === "number" && measures.length > 1) refuse(texts.oneMeasure);
    else if (kind === "table" && different("source")) refuse(texts.differentSources);
    else if ((kind === "bars" || kind === "line") && different("unit")) refuse(texts.differentUnits);
  });
export type OwnTile = z.infer<typeof ownTile>;

/** A tile's own title, or one that is named after its measures. */
export function tileTitle({ title, kind, measures }: Pick<OwnTile, "title" | "kind" | "measures">): string {
  if (title !== "") return title;
  const [source = "sent"] = sourcesOf(measures);
  if (kind === "table") return dashboardsTexts.tables[source][0];
  return measures.map((measure) => dashboardsTexts.measures[measure]).join(", ");
}

/** The name of a table's row; kinds of use have theirs in the texts. */
export function partName(source: DashboardSource, part: { id: string; name: string }): string {
  const kinds: Partial<Record<string, string>> = { ...billingTexts.kinds, base: dashboardsTexts.basePrice };
  const ofKind = source === "usage" || source === "spending" ? kinds[part.id] : undefined;
  return ofKind ?? (part.name || dashboardsTexts.noName);
}

const differentIds = (parts: readonly { id: string }[]): boolean =>
  new Set(parts.map(({ id }) => id)).size === parts.length;

export const dashboardTiles = z
  .array(ownTile)
  .max(DASHBOARDS.tiles, texts.tooManyTiles(DASHBOARDS.tiles))
  .refine(differentIds, texts.samePartId);

/** A page of the deployment's analytics host, shown in a frame below the tiles. */
export const dashboardPage = z.object({
  id: partId,
  title: name(texts.pageTitleEmpty, DASHBOARDS.title),
  address: text(DASHBOARDS.address).refine((address) => hostOf(address) !== "", texts.wrongAddress),
});
export type DashboardPage = z.infer<typeof dashboardPage>;
export const dashboardPages = z
  .array(dashboardPage)
  .max(DASHBOARDS.pages, texts.tooManyPages(DASHBOARDS.pages))
  .refine(differentIds, texts.samePartId);

/** The origin of a page's address; '' for an address that is none of a page. */
export function hostOf(address: string): string {
  if (!URL.canParse(address)) return "";
  const { protocol, origin } = new URL(address);
  return /^https?:$/.test(protocol) ? origin : "";
}

export const sharedRoles = z.array(z.int().refine(isRole, texts.wrongRole)).max(6);

/** A dashboard's content, as it is stored. */
export interface DashboardContent {
  tiles: OwnTile[];
  /** Left out where there is none. */
  pages?: DashboardPage[];
}

/** How often a dashboard is mailed. */
export const rhythms = ["day", "week", "month"] as const;
/** The people who are mailed a dashboard, and when by a zone's clocks. */
export const dashboardSchedule = z.object({
  every: z.enum(rhythms, texts.wrongRhythm),
  weekday: z.int().min(0).max(6).default(0).meta({ description: "Of every week; 0 is Monday" }),
  monthday: z.int().min(1).max(28).default(1).meta({ description: "Of every month" }),
  hour: z.int(texts.wrongHour).min(0, texts.wrongHour).max(23, texts.wrongHour),
  timeZone: z.string().max(64).refine(isTimezone, texts.wrongZone),
  people: z
    .array(z.string().min(1).max(64))
    .min(1, texts.noPeople)
    .max(DASHBOARDS.people, texts.tooManyPeople(DASHBOARDS.people))
    .meta({ description: "Ids of colleagues; who may not see it by then is left out" }),
});
export type DashboardSchedule = z.infer<typeof dashboardSchedule>;
