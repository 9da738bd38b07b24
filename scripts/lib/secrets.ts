import { generateKeyPairSync, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

export interface Secrets {
  /** HS256 key of the session tokens. */
  TOKEN_SECRET: string;
  /** Private JWK (RSA-OAEP-256): browsers seal passwords for its public half. */
  SEAL_KEY: string;
  /** 32 bytes in base64: encrypts vendor credentials (tokens, webhook secrets) at rest. */
  DATA_KEY: string;
  /** Private JWK (P-256): browsers' push services know this deployment by it. */
  VAPID_KEY: string;
}

const NAMES: readonly (keyof Secrets)[] = ["TOKEN_SECRET", "SEAL_KEY", "DATA_KEY", "VAPID_KEY"];

export function generateSecrets(): Secrets {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const jwk = {
    ...privateKey.export({ format: "jwk" }),
    alg: "RSA-OAEP-256",
    use: "enc",
    key_ops: ["decrypt"],
  };
  const push = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" });
  return {
    TOKEN_SECRET: randomBytes(48).toString("base64url"),
    SEAL_KEY: JSON.stringify(jwk),
    DATA_KEY: randomBytes(32).toString("base64"),
    VAPID_KEY: JSON.stringify({ ...push, alg: "ES256" }),
  };
}

/**
 * The secrets of a file, which also gets those that it lacks. Kept next to the data they protect: a new key would make
 * sealed values in an old database unreadable.
 */
export function keptSecrets(file: string): Secrets {
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Partial<Secrets>) : {};
  if (NAMES.every((name) => kept[name] !== undefined)) return kept as Secrets;
  const secrets = { ...generateSecrets(), ...kept };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  return secrets;
}
