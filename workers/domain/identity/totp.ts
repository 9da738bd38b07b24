import { Secret, TOTP } from "otpauth";

/** What authenticator apps agree on (RFC 6238): SHA-1, six digits, thirty seconds. */
const PERIOD_S = 30;
const DIGITS = 6;
/** A code of the step before or after is right too: clocks differ, and typing takes time. */
const WINDOW = 1;
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

const totpOf = (secret: string, label?: string): TOTP =>
  new TOTP({
    issuer: "Chatbird",
    ...(label !== undefined && { label }),
    algorithm: "SHA1",
    digits: DIGITS,
    period: PERIOD_S,
    secret: Secret.fromBase32(secret),
  });

/** A new secret in base32, as it is typed into an app. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The address that a QR code carries to an authenticator app. */
export const totpUri = (secret: string, label: string): string => totpOf(secret, label).toString();

/**
 * The time step for which a code is right, at most one from now; undefined when it is not. Who uses the code up writes
 * the step down, and takes none that is not later.
 */
export function totpStep(secret: string, code: string, now: number): number | undefined {
  const token = code.replace(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return undefined;
  const delta = totpOf(secret).validate({ token, timestamp: now, window: WINDOW });
  return delta === null ? undefined : Math.floor(now / 1_000 / PERIOD_S) + delta;
}
