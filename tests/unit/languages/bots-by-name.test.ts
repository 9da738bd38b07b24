import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ROOT } from "../../../scripts/lib/topology.ts";

/** Areas that speak of what answers by itself; elsewhere an agent is a person, or a vendor's word. */
const AREAS = [
  "bots",
  "bots-answers",
  "builder",
  "configuration",
  "entity-list",
  "gen-ai",
  "import-export",
  "intents",
  "intent-tree",
  "providers",
  "reports",
  "review",
  "shortcuts",
  "training",
  "try-it",
];

/** Texts that the specification gives to the letter. */
const SPECIFIED = [
  "Agent Created  Successfully",
  "Agent has Stories and Intents attached to it. Cannot be deleted",
  "Agents",
  "Create New Agent",
  "No More Agents to Show",
  "No Agents to Show",
  "Are you sure you want to delete this Agent ?",
  "Train Agent",
  "Agent:",
  "Agent name",
];

/** People of the inbox, to whom a bot hands over. */
const PEOPLE = /hand(?:s|ed)? (?:it )?over|hand-over|agent takes|waits for an agent/i;

const literals = (code: string): string[] =>
  [...code.matchAll(/"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)].map(
    ([, quoted, made]) => quoted ?? made ?? "",
  );

test("our own texts say bot; Agents stands where the specification says it", () => {
  const wrong = AREAS.flatMap((area) =>
    literals(readFileSync(`${ROOT}/texts/${area}.ts`, "utf8"))
      .filter((text) => !SPECIFIED.includes(text) && !PEOPLE.test(text))
      // A sentence may name the button.
      .filter((text) =>
        /\bagents?\b/i.test(text.replaceAll("Train Agent", "").replaceAll(/\$\{[^}]*\}/g, "")),
      )
      .map((text) => `${area}: ${text}`),
  );
  expect(wrong).toEqual([]);
});
