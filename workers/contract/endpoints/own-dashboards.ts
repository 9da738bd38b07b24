import { z } from "zod";
import { ownDashboardsTexts as texts } from "#texts/own-dashboards.ts";
import { dashboardNames } from "../dashboards.ts";
import { endpoint, holding } from "../endpoint.ts";
import { name, revision, text, time } from "../fields.ts";
import { id } from "../ids.ts";
import {
  DASHBOARDS,
  dashboardPage,
  dashboardPages,
  dashboardSchedule,
  dashboardTiles,
  ownTile,
  sharedRoles,
  sharings,
} from "../own-dashboards.ts";
import { dashboardDays, inDashboardRange, shownCurrency, shownFigure, shownRow } from "./dashboards.ts";

const seeing = holding("ANALYTICS.VIEW");
const all = "/e/enterprise/analytics/dashboards";
const one = `${all}/:id`;
const params = z.object({ id });

const dashboardInList = z.object({
  id: z.string(),
  name: z.string(),
  makerName: z.string(),
  isMine: z.boolean(),
  mayEdit: z.boolean().meta({ description: "Its maker, and administrators who may see it" }),
  sharing: z.enum(sharings),
  roles: z.array(z.int()).meta({ description: "Those it is shared with, if it is shared by role" }),
  tileCount: z.int(),
  isMailed: z.boolean(),
  revision: z.int(),
  updatedBy: z.string(),
  updatedAt: time,
});
export type DashboardInList = z.infer<typeof dashboardInList>;

const ownDashboard = dashboardInList.omit({ tileCount: true, isMailed: true }).extend({
  tiles: z.array(ownTile),
  pages: z.array(dashboardPage),
  schedule: dashboardSchedule.nullable(),
  nextMailAt: time.nullable(),
});
export type OwnDashboard = z.infer<typeof ownDashboard>;

const dashboardName = name(texts.nameEmpty, DASHBOARDS.name);
/** A new one's name, and what it begins as. */
export const newDashboard = z.object({
  name: dashboardName,
  copyOf: z
    .union([z.literal(""), z.enum(dashboardNames), id])
    .default("")
    .meta({ description: "Empty, the name of one that every enterprise has, or the id of another" }),
});
export const dashboardFields = z
  .object({
    name: dashboardName,
    tiles: dashboardTiles.optional(),
    pages: dashboardPages.optional(),
    sharing: z.enum(sharings, texts.wrongSharing).optional(),
    roles: sharedRoles.optional(),
    schedule: dashboardSchedule.nullable().optional().meta({ description: "By mail; null: not" }),
  })
  .meta({ description: "What is left out stays as it is" });
/** Shared by role it needs one. */
export const sharedWithSomebody = ({
  sharing,
  roles = [],
}: {
  sharing?: string | undefined;
  roles?: readonly number[] | undefined;
}): boolean => sharing !== "roles" || roles.length > 0;

export const listOwnDashboards = endpoint({
  method: "GET",
  path: all,
  summary: "Dashboards that people have made and that the caller may see, by name",
  access: seeing,
  reply: z.object({ dashboards: z.array(dashboardInList) }),
  under: "response",
});

export const createOwnDashboard = endpoint({
  method: "POST",
  path: all,
  summary: `Makes a dashboard, empty or as a copy of another; at most ${DASHBOARDS.most} an enterprise`,
  access: seeing,
  body: newDashboard,
  reply: ownDashboard,
  under: "response",
});

const choice = z.object({ id: z.string(), name: z.string() });

export const getOwnDashboard = endpoint({
  method: "GET",
  path: one,
  summary: "A dashboard as it is edited, with the names of what its tiles are narrowed down to",
  access: seeing,
  params,
  reply: ownDashboard.extend({
    choices: z.object({
      channels: z.array(choice),
      bots: z.array(choice),
      departments: z.array(choice),
      people: z
        .array(choice)
        .meta({ description: "Colleagues to whom it is mailed; empty for who may not change it" }),
      host: z
        .string()
        .meta({ description: "The origin whose pages it can show in frames; empty where none is set up" }),
    }),
  }),
  under: "response",
});

const choiceKinds = ["channels", "bots", "departments", "people"] as const;
export type ChoiceKind = (typeof choiceKinds)[number];
export const CHOICES_PAGE = 20;

export const searchDashboardChoices = endpoint({
  method: "GET",
  path: "/e/enterprise/analytics/choices/:of",
  summary: "What tiles can be narrowed down to, or colleagues to whom a dashboard can be mailed, by name",
  access: seeing,
  params: z.object({ of: z.enum(choiceKinds) }),
  query: z.object({
    name: text(200).default("").meta({ description: "Part of the name" }),
    ids: z
      .array(z.string().max(64))
      .max(DASHBOARDS.people)
      .default([])
      .meta({ description: "Those of these ids alone, for their names" }),
  }),
  reply: z.object({ choices: z.array(choice), more: z.boolean() }),
  under: "response",
});

export const updateOwnDashboard = endpoint({
  method: "PUT",
  path: one,
  summary: "Changes a dashboard",
  access: seeing,
  params,
  body: dashboardFields
    .extend({ revision })
    .refine(sharedWithSomebody, { path: ["roles"], error: texts.noRole }),
  reply: ownDashboard,
  under: "response",
});

export const deleteOwnDashboard = endpoint({
  method: "DELETE",
  path: one,
  summary: "Deletes a dashboard for everybody who sees it",
  access: seeing,
  params,
  reply: z.null(),
  under: "response",
});

export const showOwnDashboard = endpoint({
  method: "GET",
  path: `${one}/figures`,
  summary: "The figures of a dashboard's tiles for some days, beside as many days before",
  access: seeing,
  params,
  query: z.object(dashboardDays).superRefine(inDashboardRange),
  reply: z.object({
    id: z.string(),
    name: z.string(),
    makerName: z.string(),
    mayEdit: z.boolean(),
    days: z.array(z.string()),
    currency: shownCurrency,
    tiles: z.array(
      ownTile.safeExtend({
        isHidden: z
          .boolean()
          .meta({ description: "The caller lacks the permission of a figure's own screen: there is none" }),
        filteredBy: z
          .array(z.string())
          .meta({ description: "Names of what it is narrowed down to; empty for what was deleted" }),
        figures: z.array(shownFigure),
        rows: z.array(shownRow),
      }),
    ),
    pages: z.array(
      dashboardPage.extend({
        isAllowed: z.boolean().meta({ description: "False: its host is no longer the deployment's" }),
      }),
    ),
    updatedAt: time,
  }),
  under: "response",
});

export const ownTileCsv = endpoint({
  method: "GET",
  path: `${one}/tiles/:tileId/csv`,
  summary: "The figures of a tile as a CSV",
  access: seeing,
  params: params.extend({ tileId: id }),
  query: z.object(dashboardDays).superRefine(inDashboardRange),
  reply: z.null(),
  under: "response",
  file: "text/csv; charset=utf-8",
});
