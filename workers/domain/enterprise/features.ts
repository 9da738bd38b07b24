import { enterpriseTexts } from "#texts/enterprise.ts";
import { usualFeatures, type FeatureFlags } from "#workers/contract/endpoints/profile.ts";
import type { Permission } from "#workers/contract/permissions.ts";
import { DomainError } from "../error.ts";

export type FeatureName = keyof FeatureFlags;

/** Permissions that nobody holds while a feature is off: what they open hides and refuses by itself. */
const withheld: Partial<Record<FeatureName, readonly Permission[]>> = {
  bots: ["NLP.VIEW"],
  milestone: ["JOURNEYS.VIEW_MILESTONEREPORT"],
};

/** Parses the features that an installation offers from its configuration: comma-separated names; empty for none. */
export function offeredFeatures(configured: string): FeatureFlags {
  const named = new Set(configured.split(",").map((name) => name.trim()));
  return mapFlags((name) => named.has(name));
}

/**
 * An enterprise's decisions, and the usual ones for the rest. The form stores every switch; before bots were one, that
 * of two-factor hid nothing, so a value stored then decides nothing.
 */
export function decidedFeatures(stored: Partial<FeatureFlags>): FeatureFlags {
  const { twoFactor = usualFeatures.twoFactor } = stored.bots === undefined ? {} : stored;
  return { ...usualFeatures, ...stored, twoFactor };
}

/** A feature is on when the enterprise has it switched on and the installation offers it. */
export function featuresOf(stored: Partial<FeatureFlags>, offered: FeatureFlags): FeatureFlags {
  const decided = decidedFeatures(stored);
  return mapFlags((name) => offered[name] && decided[name]);
}

/** The permissions that are left of those held. */
export const permittedBy = (features: FeatureFlags, held: readonly Permission[]): Permission[] =>
  held.filter((permission) => withholding(features, permission) === undefined);

/** The feature that is off and withholds this permission, if any does. */
export const withholding = (features: FeatureFlags, permission: Permission): FeatureName | undefined =>
  namesOf(withheld).find((name) => !features[name] && withheld[name]?.includes(permission));

/** The refusal of what belongs to a feature that is off: as if it were not there, with the reason. */
export const featureOff = (name: FeatureName): DomainError =>
  new DomainError("notFound", { message: enterpriseTexts.featureOff(enterpriseTexts.featureNames[name]) });

/** Refuses to switch on a feature that is not offered. */
export function refuseNotOffered(wanted: Partial<FeatureFlags>, offered: FeatureFlags): void {
  const names = namesOf(usualFeatures).filter((name) => wanted[name] === true && !offered[name]);
  if (names.length === 0) return;
  const message = enterpriseTexts.featureRefused;
  throw new DomainError("invalid", {
    message,
    errors: Object.fromEntries(names.map((name) => [`features.${name}`, message])),
  });
}

const namesOf = (flags: Partial<Record<FeatureName, unknown>>): FeatureName[] =>
  Object.keys(flags) as FeatureName[];

const mapFlags = (decide: (name: FeatureName) => boolean): FeatureFlags =>
  Object.fromEntries(namesOf(usualFeatures).map((name) => [name, decide(name)])) as FeatureFlags;
