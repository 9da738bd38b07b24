import type { FeatureFlags } from "#workers/contract/endpoints/profile.ts";
import type { Permission } from "#workers/contract/permissions.ts";
import { DomainError } from "#workers/domain/error.ts";
import {
  featureOff,
  featuresOf,
  offeredFeatures,
  permittedBy,
  withholding,
  type FeatureName,
} from "#workers/domain/enterprise/features.ts";
import type { Session } from "#workers/domain/identity/session.ts";
import type { HandlerContext } from "./mount.ts";

const on = (session: Session, offered: string): FeatureFlags =>
  featuresOf(session.enterprise.features, offeredFeatures(offered));

/** Features that are switched on for the session's enterprise and offered by the installation. */
export const featuresIn = ({ c, session }: Pick<HandlerContext, "c" | "session">): FeatureFlags =>
  on(session, c.env.FEATURES);

/** Throws notFound, with the reason, while the feature is off. */
export function requireFeature(context: Pick<HandlerContext, "c" | "session">, name: FeatureName): void {
  if (!featuresIn(context)[name]) throw featureOff(name);
}

/** The session without the permissions that features withhold while they are off. */
export const withinFeatures = (session: Session, offered: string): Session => ({
  ...session,
  permissions: permittedBy(on(session, offered), session.permissions),
});

/** The refusal of who holds none of these: says so when they would but for a feature that is off. */
export function refusalOf(session: Session, anyOf: readonly Permission[], offered: string): DomainError {
  const features = on(session, offered);
  const [held] = anyOf.filter((permission) => session.permissions.includes(permission));
  const off = held && withholding(features, held);
  return off ? featureOff(off) : new DomainError("forbidden");
}
