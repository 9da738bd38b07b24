import type { FeatureFlags } from "#workers/contract/endpoints/profile.ts";
import { featureOff, type FeatureName } from "#workers/domain/enterprise/features.ts";
import type { HandlerContext } from "./mount.ts";
import { featuresWithin } from "./within-features.ts";

/** Features that are switched on for the session's enterprise and offered by the installation. */
export const featuresIn = ({ c, session }: Pick<HandlerContext, "c" | "session">): FeatureFlags =>
  featuresWithin(session, c.env.FEATURES);

/** Throws notFound, with the reason, while the feature is off. */
export function requireFeature(context: Pick<HandlerContext, "c" | "session">, name: FeatureName): void {
  if (!featuresIn(context)[name]) throw featureOff(name);
}
