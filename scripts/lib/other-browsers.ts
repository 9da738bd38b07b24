import { spawnSync } from "node:child_process";
import { installed, mayInstall } from "./debian.ts";

/** The programs that the walks in other browsers start, and the packages of Debian's that have them. */
const PACKAGES: Record<string, string> = {
  "firefox-esr": "firefox-esr",
  WebKitWebDriver: "webkit2gtk-driver",
  Xvfb: "xvfb",
};

const isThere = (program: string) => spawnSync("which", [program]).status === 0;

/** Installs Firefox and WebKitGTK where they are missing, and the screen that they draw on. */
export async function ensureOtherBrowsers(): Promise<void> {
  const missing = Object.keys(PACKAGES).filter((program) => !isThere(program));
  if (missing.length === 0) return;
  const packages = missing.map((program) => PACKAGES[program] ?? "");
  if (!mayInstall())
    throw new Error(
      `Install these packages first, by the names that Debian has for them: ${packages.join(" ")}`,
    );
  console.log(`Installing ${packages.join(", ")} (once) ...`);
  await installed([...packages, "fonts-liberation"]);
}
