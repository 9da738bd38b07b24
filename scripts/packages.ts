// npm run packages: checks the marketplace's packages (scripts/packages) and signs them anew. Each run makes a key of its
// own, keeps the public half in the code and throws the private half away (docs/decisions/marketplace.md).
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { shippedPackage } from "#workers/contract/marketplace/package.ts";
import { canonical, sha256 } from "#workers/domain/marketplace/canonical.ts";
import { executableIn } from "#workers/domain/marketplace/no-code.ts";
import { ROOT } from "./lib/topology.ts";
import { allPackages } from "./packages/all.ts";

const FOLDER = join(ROOT, "workers/domain/marketplace");
const base64 = (bytes: ArrayBuffer): string => Buffer.from(bytes).toString("base64");

const { publicKey, privateKey } = (await crypto.subtle.generateKey({ name: "Ed25519" }, true, [
  "sign",
  "verify",
])) as CryptoKeyPair;
const lines: string[] = [];
for (const given of allPackages) {
  // As a reader sees it: what the schema fills in by itself is signed too.
  const packed = shippedPackage.parse(given);
  const [code] = executableIn(packed);
  if (code !== undefined) throw new Error(`${packed.id} holds what a package must not: ${code}`);
  const text = canonical(packed);
  const signature = base64(await crypto.subtle.sign("Ed25519", privateKey, new TextEncoder().encode(text)));
  lines.push(`{"package":${text},"sha256":"${await sha256(text)}","signature":"${signature}"}`);
}
const ids = allPackages.map(({ id }) => id);
if (new Set(ids).size < ids.length) throw new Error("Two packages have one id.");
writeFileSync(join(FOLDER, "packages.bin"), `${lines.join("\n")}\n`);
writeFileSync(
  join(FOLDER, "key.ts"),
  `/** By which this build's packages are signed: Ed25519, 32 bytes in base64. Written by \`npm run packages\`. */
export const PUBLIC_KEY = "${base64((await crypto.subtle.exportKey("raw", publicKey)) as ArrayBuffer)}";
`,
);
console.log(`${lines.length} packages signed.`);
