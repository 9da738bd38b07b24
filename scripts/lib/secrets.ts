import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

export interface Secrets {
  /** HS256 key of the session tokens. */
  TOKEN_SECRET: string;
  /** Private JWK (RSA-OAEP-256): browsers seal passwords for its public half. */
  SEAL_KEY: string;
  /** 32 bytes in base64: encrypts vendor credentials (tokens, webhook secrets) at rest. */
  DATA_KEY: string;
}

export function generateSecrets(): Secrets {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const jwk = {
    ...privateKey.export({ format: "jwk" }),
    alg: "RSA-OAEP-256",
    use: "enc",
    key_ops: ["decrypt"],
  };
  return {
    TOKEN_SECRET: randomBytes(48).toString("base64url"),
    SEAL_KEY: JSON.stringify(jwk),
    DATA_KEY: randomBytes(32).toString("base64"),
  };
}

/** Kept next to the data they protect: a new key would make sealed values in an old database unreadable. */
export function localSecrets(file: string): Secrets {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Secrets;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  const secrets = generateSecrets();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  return secrets;
}
