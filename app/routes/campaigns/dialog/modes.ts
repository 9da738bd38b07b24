import { call, request } from "#app/data/api.ts";
import { formatShortDay } from "#app/lib/format.ts";
import { campaignDialogTexts as texts } from "#texts/campaign-dialog.ts";
import { uiTexts } from "#texts/ui.ts";
import { campaignStates } from "#workers/contract/campaign.ts";
import type { CallOf } from "#workers/contract/endpoint.ts";
import { removeManyFromBlacklist } from "#workers/contract/endpoints/blacklist.ts";
import { approveActivity, deleteActivity, rejectActivity } from "#workers/contract/endpoints/activities.ts";
import {
  type Campaign,
  createCampaign,
  moveCampaign,
  updateCampaign,
} from "#workers/contract/endpoints/campaigns.ts";
import { timeOf, type Values } from "./values.ts";

/** The campaign or activity that a dialog is about. */
export interface Subject {
  id: string;
  name: string;
  /** The revision that the reader sees; another is refused. */
  revision?: number;
  /** One that is edited. */
  campaign?: Campaign;
  /** Entries of the blacklist. */
  ids?: readonly string[];
  /** All of them that match, in place of ids. */
  matching?: Matching;
  /** Where the subject has a question of its own. */
  question?: { title: string; text: string };
}

export type Field = keyof Values;
type Matching = NonNullable<NonNullable<CallOf<typeof removeManyFromBlacklist>["body"]>["matching"]>;

/** One mode of the campaign dialog (customer-master.md, "Campaign dialog"). */
export interface Mode {
  title: (subject: Subject) => string;
  text: (subject: Subject) => string;
  fields: readonly Field[];
  /** The part of an activity that is shown above the fields. */
  shows?: "preview" | "decisions";
  close: string;
  submit: (subject: Subject) => string;
  tone?: "danger";
  /** A question, with the focus on the button that does nothing. */
  asks?: true;
  /** The command is the same for the same values: what is made by it is made once. */
  run?: (subject: Subject, values: Values, commandId: string) => Promise<unknown>;
}

const of =
  <Key extends "title" | "text" | "submit">(
    key: Key,
    from: Record<Key, string | ((name: string) => string)>,
  ) =>
  ({ name }: Subject): string => {
    const words = from[key];
    return typeof words === "string" ? words : words(name);
  };
const words = (from: Record<"title" | "text" | "submit", string | ((name: string) => string)>) => ({
  title: of("title", from),
  text: of("text", from),
  submit: of("submit", from),
  close: uiTexts.cancel,
});
/** The words of a start: one now, one at the campaign's own time, or going on after a pause. */
const starting = ({ campaign }: Subject) => {
  if (campaign?.state === campaignStates.paused) return words(texts.resumeCampaign);
  const startAt = campaign?.state === campaignStates.created ? campaign.startAt : null;
  if (startAt === null || Date.parse(startAt) <= Date.now()) return words(texts.startCampaign);
  return {
    ...words(texts.startCampaign),
    text: () => texts.startCampaignLater.text(formatShortDay(startAt)),
  };
};
const params = ({ id }: Subject) => ({ id });
const seen = ({ revision = 0 }: Subject) => ({ revision });

const campaignBody = (values: Values) => ({
  name: values.name,
  description: values.description,
  startAt: timeOf(values.startAt),
  endAt: timeOf(values.endAt),
});

const NO_FIELDS: readonly Field[] = [];

export const modes = {
  createCampaign: {
    ...words(texts.createCampaign),
    title: ({ campaign }) => (campaign ? texts.createCampaign.editTitle : texts.createCampaign.title),
    text: ({ campaign }) => (campaign ? "" : texts.createCampaign.text),
    submit: ({ campaign }) => (campaign ? uiTexts.save : texts.createCampaign.submit),
    fields: ["name", "description", "startAt", "endAt"],
    run: ({ campaign }, values, commandId) =>
      campaign
        ? request(updateCampaign, {
            params: { id: campaign.id },
            body: { ...campaignBody(values), revision: campaign.revision },
          })
        : request(createCampaign, { body: { ...campaignBody(values), commandId } }),
  },
  startCampaign: {
    title: (subject) => starting(subject).title(subject),
    text: (subject) => starting(subject).text(subject),
    submit: (subject) => starting(subject).submit(subject),
    close: uiTexts.cancel,
    fields: NO_FIELDS,
    asks: true,
    run: (subject) => request(moveCampaign, { params: { ...params(subject), action: "start" } }),
  },
  stopCampaign: {
    ...words(texts.stopCampaign),
    fields: NO_FIELDS,
    asks: true,
    tone: "danger",
    run: (subject) => request(moveCampaign, { params: { ...params(subject), action: "stop" } }),
  },
  deactiveCampaign: {
    ...words(texts.deactiveCampaign),
    fields: NO_FIELDS,
    asks: true,
    run: (subject) => request(moveCampaign, { params: { ...params(subject), action: "pause" } }),
  },
  approveActivity: {
    ...words(texts.approveActivity),
    fields: NO_FIELDS,
    shows: "preview",
    run: (subject) => request(approveActivity, { params: params(subject), body: seen(subject) }),
  },
  rejectActivity: {
    ...words(texts.rejectActivity),
    fields: ["reason"],
    tone: "danger",
    run: (subject, { reason }) =>
      request(rejectActivity, { params: params(subject), body: { ...seen(subject), reason } }),
  },
  approveAudit: { ...words(texts.approveAudit), fields: NO_FIELDS, shows: "decisions", close: uiTexts.close },
  delete_activity: {
    ...words(texts.delete_activity),
    fields: NO_FIELDS,
    asks: true,
    tone: "danger",
    run: (subject) => request(deleteActivity, { params: params(subject) }),
  },
  delete_blackList: {
    title: ({ question, name }) => question?.title ?? name,
    text: ({ question }) => question?.text ?? "",
    submit: () => texts.delete_blackList.submit,
    close: uiTexts.cancel,
    fields: NO_FIELDS,
    asks: true,
    tone: "danger",
    run: ({ ids = [], matching }) =>
      call(removeManyFromBlacklist, { body: matching ? { matching } : { ids: [...ids] } }),
  },
  createMsgTemplate: { ...words(texts.createMsgTemplate), fields: NO_FIELDS, close: uiTexts.close },
  createMsgView: { ...words(texts.createMsgView), fields: NO_FIELDS, close: uiTexts.close },
  urlVariableMap: { ...words(texts.urlVariableMap), fields: NO_FIELDS, close: uiTexts.close },
} as const satisfies Record<string, Mode>;

export type ModeName = keyof typeof modes;
