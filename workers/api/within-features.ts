import type { FeatureFlags } from "#workers/contract/endpoints/profile.ts";
import type { Permission } from "#workers/contract/permissions.ts";
import { DomainError } from "#workers/domain/error.ts";
import {
  featureOff,
  featuresOf,
  offeredFeatures,
  permittedBy,
  withholding,
} from "#workers/domain/enterprise/features.ts";
import type { Session } from "#workers/domain/identity/session.ts";

/** Features that are switched on for a session's enterprise and offered by the installation. */
export const featuresWithin = (session: Session, offered: string): FeatureFlags =>
  featuresOf(session.enterprise.features, offeredFeatures(offered));

/** The session without the permissions that features withhold while they are off. */
export const withinFeatures = (session: Session, offered: string): Session => ({
  ...session,
  permissions: permittedBy(featuresWithin(session, offered), session.permissions),
});

/** The refusal of who holds none of these: says so when they would but for a feature that is off. */
export function refusalOf(session: Session, anyOf: readonly Permission[], offered: string): DomainError {
  const features = featuresWithin(session, offered);
  const [held] = anyOf.filter((permission) => session.permissions.includes(permission));
  const off = held && withholding(features, held);
  return off ? featureOff(off) : new DomainError("forbidden");
}
