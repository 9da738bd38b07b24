/** Severities with which nothing is deployed. */
const REFUSED = ["high", "critical"];

interface Hole {
  name: string;
  severity: string;
  range: string;
}

/**
 * Says in a sentence what `npm audit --json` knows of the packages that are shipped. Throws for known holes that are high or
 * critical, but for packages that somebody has looked at and named in `accepted`. A registry that doesn't answer refuses nothing.
 */
export function auditOf(output: string, accepted = ""): string {
  const report = reportIn(output);
  if (!report)
    return "Known holes: npm's registry could not be asked. Run npm audit where there is a network.";
  const looked = new Set(accepted.split(",").map((name) => name.trim()));
  const holes = Object.values(report).filter(
    ({ name, severity }) => REFUSED.includes(severity) && !looked.has(name),
  );
  if (holes.length === 0) return "Known holes: none that is high or critical.";
  const list = holes.map(({ name, range, severity }) => `${name} ${range} (${severity})`).join(", ");
  throw new Error(
    `Packages that are shipped have known holes: ${list}. Update them (npm audit fix), ` +
      "or name those that don't concern this deployment in AUDIT_ACCEPTED, separated by commas.",
  );
}

function reportIn(output: string): Record<string, Hole> | undefined {
  try {
    return (JSON.parse(output) as { vulnerabilities?: Record<string, Hole> }).vulnerabilities;
  } catch {
    return undefined;
  }
}
