import { Secret, TOTP } from "otpauth";

/** Defaults of authenticator apps (RFC 6238): SHA-1, six digits, thirty seconds. */
const PERIOD_S = 30;
const DIGITS = 6;
/** A code of the step before or after is accepted too: clocks differ, and typing takes time. */
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

/** A new secret in base32, as typed into an app. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The URI in the QR code for an authenticator app. */
export const totpUri = (secret: string, label: string): string => totpOf(secret, label).toString();

/**
 * Returns the time step of a correct code, at most one away from now; undefined for a wrong one. The caller must store
 * the step when it accepts the code, and accept only later ones.
 */
export function totpStep(secret: string, code: string, now: number): number | undefined {
  const token = code.replace(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return undefined;
  const delta = totpOf(secret).validate({ token, timestamp: now, window: WINDOW });
  return delta === null ? undefined : Math.floor(now / 1_000 / PERIOD_S) + delta;
}
