import { z } from "zod";
import { errorsTexts } from "#texts/errors.ts";
import { externalCampaignsTexts as texts } from "#texts/external-campaigns.ts";
import { isChannelType } from "../channel-types.ts";
import { endpoint, holding } from "../endpoint.ts";
import { name, paging, time } from "../fields.ts";
import { total } from "../total.ts";
import { reportDates } from "./reports-of-messages.ts";

/** Campaigns that other systems ran: what they tell of them, for an enterprise that records such. */

export const EXTERNAL_PAGE = 20;
/** So many days back, where no date is given. */
export const EXTERNAL_DAYS = 30;
const MOST = 1_000_000_000;

export const externalPath = "/chatbird/api/campaign/external";
const seeing = holding("CAMPAIGNS.VIEW_CAMPAIGNREPORT");

const count = z.int(errorsTexts.notNumber).min(0, errorsTexts.notNumber).max(MOST, errorsTexts.notNumber);
const moment = z.iso.datetime({ offset: true, message: texts.timeWrong });

const told = z.object({
  externalId: name(errorsTexts.mandatory, 100).meta({
    description: "Your own id of the campaign: told again, it replaces what you told before",
  }),
  name: name(errorsTexts.mandatory, 200),
  channelType: z
    .int(errorsTexts.notNumber)
    .refine(isChannelType, texts.channelWrong)
    .meta({ description: "A channel type's code" }),
  startedAt: moment,
  endedAt: moment.nullable().default(null).meta({ description: "Null while it goes on" }),
  sent: count.default(0),
  delivered: count.default(0),
  read: count.default(0),
  clicked: count.default(0),
  failed: count.default(0),
  cost: z
    .number(errorsTexts.notNumber)
    .min(0, errorsTexts.notNumber)
    .max(1_000_000_000_000, errorsTexts.notNumber)
    .nullable()
    .default(null),
  currency: z
    .string(errorsTexts.notText)
    .regex(/^([A-Z]{3})?$/, texts.currencyWrong)
    .default("")
    .meta({ description: "ISO 4217, such as INR" }),
  url: z
    .string(errorsTexts.notText)
    .trim()
    .max(2_000, errorsTexts.tooLong(2_000))
    .refine((text) => text === "" || /^https?:\/\/[^\s/]/i.test(text), texts.urlWrong)
    .default("")
    .meta({ description: "Where the other system shows it" }),
});

export const recordExternalCampaign = endpoint({
  method: "POST",
  path: externalPath,
  summary:
    "Records a campaign that another system ran, or how far it has come; refused unless the enterprise records such",
  access: holding("CAMPAIGNS.CREATE"),
  key: "campaigns.record",
  body: told.refine(
    ({ startedAt, endedAt }) => endedAt === null || Date.parse(endedAt) >= Date.parse(startedAt),
    { path: ["endedAt"], message: texts.endBeforeStart },
  ),
  reply: z.object({ id: z.string(), externalId: z.string() }),
  under: "data",
});

const listed = told.extend({
  id: z.string(),
  startedAt: time,
  endedAt: time.nullable(),
  by: z.string().meta({ description: "Name of the key or person that told it last" }),
  updatedAt: time,
});
export type ExternalCampaign = z.infer<typeof listed>;

export const listExternalCampaigns = endpoint({
  method: "GET",
  path: externalPath,
  summary: "Campaigns of other systems that began between two times, newest first",
  access: seeing,
  query: z.object({ ...reportDates(EXTERNAL_DAYS), ...paging(EXTERNAL_PAGE) }),
  reply: z.object({ campaigns: z.array(listed), more: z.boolean(), total }),
  under: "data",
});

export const externalCampaignsCsv = endpoint({
  method: "GET",
  path: `${externalPath}/csv`,
  summary: "The same as a CSV",
  access: seeing,
  query: z.object(reportDates(EXTERNAL_DAYS)),
  reply: z.null(),
  under: "data",
  file: "text/csv; charset=utf-8",
});
