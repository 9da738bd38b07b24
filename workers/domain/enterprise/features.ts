import { enterpriseTexts } from "#texts/enterprise.ts";
import { noFeatures, type FeatureFlags } from "#workers/contract/endpoints/profile.ts";
import { DomainError } from "../error.ts";

/** Parses the features that an installation offers from its configuration: comma-separated names; empty for none. */
export function offeredFeatures(configured: string): FeatureFlags {
  const named = new Set(configured.split(",").map((name) => name.trim()));
  return mapFlags((name) => named.has(name));
}

/** A feature is on when the enterprise has switched it on and the installation offers it. */
export const featuresOf = (switchedOn: Partial<FeatureFlags>, offered: FeatureFlags): FeatureFlags =>
  mapFlags((name) => offered[name] && switchedOn[name] === true);

/** Refuses to switch on a feature that is not offered. */
export function refuseNotOffered(wanted: Partial<FeatureFlags>, offered: FeatureFlags): void {
  const names = (Object.keys(noFeatures) as (keyof FeatureFlags)[]).filter(
    (name) => wanted[name] === true && !offered[name],
  );
  if (names.length === 0) return;
  const message = enterpriseTexts.featureRefused;
  throw new DomainError("invalid", {
    message,
    errors: Object.fromEntries(names.map((name) => [`features.${name}`, message])),
  });
}

const mapFlags = (decide: (name: keyof FeatureFlags) => boolean): FeatureFlags =>
  Object.fromEntries(
    (Object.keys(noFeatures) as (keyof FeatureFlags)[]).map((name) => [name, decide(name)]),
  ) as FeatureFlags;
