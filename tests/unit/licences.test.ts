import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../scripts/lib/topology.ts";

/** Licences that ask for nothing but their notice; any other, or none, is looked at by a person before it is shipped. */
const PERMISSIVE = new Set(["MIT", "ISC", "0BSD", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0"]);

interface Package {
  dev?: boolean;
  license?: string;
}
const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
  packages: Record<string, Package>;
};
const shipped = Object.entries(packages).filter(([path, { dev }]) => path !== "" && dev !== true);

/** Of a choice one is enough, of several together each must do; a word that is no licence does not. */
const mayBeShipped = (licence = "none"): boolean =>
  licence
    .replaceAll(/[()]/g, "")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((each) => PERMISSIVE.has(each)));

test("all that is shipped has a licence that lets us", () => {
  expect(shipped.length).toBeGreaterThan(100);
  const wrong = shipped.filter(([, { license }]) => !mayBeShipped(license));
  expect(wrong.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
});

test("a licence that asks for more is seen, alone, together and in a choice", () => {
  for (const licence of [undefined, "GPL-3.0", "MIT AND LGPL-3.0-or-later", "SEE LICENSE IN LICENSE"])
    expect(mayBeShipped(licence), licence).toBe(false);
  for (const licence of ["MIT", "(MIT OR GPL-3.0)", "Apache-2.0 AND MIT"])
    expect(mayBeShipped(licence), licence).toBe(true);
});
