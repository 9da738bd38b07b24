import type { FeatureFlags } from "#workers/contract/endpoints/profile.ts";
import { featuresOf, offeredFeatures } from "#workers/domain/enterprise/features.ts";
import type { HandlerContext } from "./mount.ts";

/** Features that are switched on for the session's enterprise and offered by the installation. */
export const featuresIn = ({ c, session }: Pick<HandlerContext, "c" | "session">): FeatureFlags =>
  featuresOf(session.enterprise.features, offeredFeatures(c.env.FEATURES));
