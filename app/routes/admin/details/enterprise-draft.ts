import { enterpriseTexts as texts } from "#texts/enterprise.ts";
import { problemsOf } from "#app/data/problems.ts";
import {
  detailsFields,
  enterpriseName,
  whiteLabelFields,
  type Enterprise,
} from "#workers/contract/endpoints/enterprise.ts";
import type { EnterpriseDetails, FeatureFlags, WhiteLabel } from "#workers/contract/endpoints/profile.ts";
import { z } from "zod";

/** The form's values: all fields flat, each as text, and the features. */
export interface EnterpriseDraft extends EnterpriseDetails, WhiteLabel {
  name: string;
  features: FeatureFlags;
}
export type TextField = Exclude<keyof EnterpriseDraft, "features">;
export type Problems = Partial<Record<keyof EnterpriseDraft, string>>;

const detailsPlaces = Object.keys(detailsFields.shape) as (keyof EnterpriseDetails)[];
const lookPlaces = Object.keys(whiteLabelFields.shape) as (keyof WhiteLabel)[];

/** In the order of the form. */
export const labels: Record<keyof EnterpriseDraft, string> = {
  name: texts.name,
  industry: texts.industry,
  country: texts.country,
  timezone: texts.timezone,
  address: texts.address,
  phone: texts.phone,
  website: texts.website,
  contactEmail: texts.contactEmail,
  linkHost: texts.linkHost,
  title: texts.productTitle,
  logoId: texts.logo,
  accent: texts.accent,
  accentDark: texts.accentDark,
  features: texts.features,
};
export const fieldNames = Object.keys(labels) as (keyof EnterpriseDraft)[];
export const idOf = (name: string): string => `enterprise-${name}`;

export const draftOf = ({ name, details, whiteLabel, features }: Enterprise): EnterpriseDraft => ({
  name,
  ...details,
  ...whiteLabel,
  features,
});

const pick = <Name extends keyof EnterpriseDraft>(draft: EnterpriseDraft, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, draft[name]])) as Pick<EnterpriseDraft, Name>;

export const bodyOf = (draft: EnterpriseDraft) => ({
  name: draft.name,
  details: pick(draft, detailsPlaces),
  whiteLabel: pick(draft, lookPlaces),
  features: draft.features,
});

/** Returns the contract's own error messages, by field. */
export const problemsIn = (draft: EnterpriseDraft): Problems => ({
  ...problemsOf(z.object({ name: enterpriseName }), { name: draft.name }),
  ...problemsOf(detailsFields, pick(draft, detailsPlaces)),
  ...problemsOf(whiteLabelFields, pick(draft, lookPlaces)),
});

/** Maps the server's field paths to the form's: `details.country` is `country` in the form. */
export const refusedOf = (errors: Record<string, string>): Problems => {
  const refused: Record<string, string> = {};
  for (const [path, text] of Object.entries(errors)) {
    const [section = "", name = ""] = path.split(".");
    refused[section === "features" || name === "" ? section : name] ??= text;
  }
  return refused;
};

/** Equal for drafts that need no saving. */
export const digestOf = (draft: EnterpriseDraft): string => JSON.stringify(bodyOf(draft));

/** Lists the fields in which the stored version differs from the draft, with their stored values. */
export const differencesOf = (theirs: Enterprise, mine: EnterpriseDraft): string[] => {
  const stored = draftOf(theirs);
  return fieldNames
    .filter((name) => JSON.stringify(stored[name]) !== JSON.stringify(mine[name]))
    .map((name) =>
      name === "features" || name === "logoId" ? labels[name] : `${labels[name]}: ${stored[name]}`,
    );
};
