import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { eventsOf, fixturesOf } from "#tests/support/vendors/deliveries.ts";
import { rows } from "#tests/support/vendors/rows.ts";
import { mediaKinds } from "#workers/contract/message-body.ts";

/**
 * The table of what goes out and comes in by each vendor, in docs/vendors.md: out of its capabilities, each of which the
 * contract test sends; in by the deliveries in tests/fixtures/webhooks. UPDATE_VENDORS=1 writes it.
 */
const FILE = "docs/vendors.md";
const MARK = /<!-- \/?kinds -->/;
const KINDS = [
  ...mediaKinds,
  "location",
  "contact",
  "buttons",
  "list",
  "carousel",
  "template",
  "reaction",
] as const;

test("the table of kinds by vendor is that of the code", async () => {
  const lines = await Promise.all(
    rows.map(async (row) => {
      const channel = row.channel("https://vendor.example");
      const can = row.adapter.capabilities(channel.type);
      const events = (
        await Promise.all(fixturesOf(row).map(({ body }) => eventsOf(row, channel, body)))
      ).flat();
      const arriving = new Set(events.flatMap((event) => (event.type === "message" ? event.body.kind : [])));
      const cells = KINDS.map((kind) => {
        const ways = [can.kinds.includes(kind) && "out", arriving.has(kind) && "in"].filter(Boolean);
        return ways.join(", ") || "–";
      });
      return `| ${[row.name, ...cells].join(" | ")} |`;
    }),
  );
  const table = [`| | ${KINDS.join(" | ")} |`, `|${"---|".repeat(KINDS.length + 1)}`, ...lines].join("\n");
  const [head = "", now = "", tail = ""] = readFileSync(FILE, "utf8").split(MARK);
  if (process.env["UPDATE_VENDORS"])
    writeFileSync(FILE, `${head}<!-- kinds -->\n\n${table}\n\n<!-- /kinds -->${tail}`);
  else expect(now.trim()).toBe(table);
});
