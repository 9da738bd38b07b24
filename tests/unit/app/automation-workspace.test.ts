import { describe, expect, test } from "vitest";
import { fileNameOf } from "#app/routes/automations/workspace/file-name.ts";
import { freeName } from "#app/routes/automations/workspace/free-name.ts";
import { placeIn, toPlace } from "#app/routes/automations/workspace/place.ts";
import {
  choicesOf,
  fateOf,
  fieldOf,
  missingNames,
  proposedValues,
} from "#app/features/automation-import/import-values.ts";
import { readChosen } from "#app/routes/automations/workspace/read-file.ts";
import { automationWorkspaceTexts as texts } from "#texts/automation-workspace.ts";
import { fileLimits } from "#workers/contract/automation/automation-file.ts";
import type { CheckedFile } from "#workers/contract/endpoints/automation-files.ts";

describe("a file", () => {
  test("is read as JSON, also with the mark that some editors put in front", async () => {
    for (const source of ['{"a":1}', '\uFEFF{"a":1}']) {
      expect(await readChosen(new Blob([source]))).toEqual({ json: { a: 1 } });
    }
  });

  test("that is none is refused with a sentence, and one that is too large is not read", async () => {
    for (const source of ["", "start > end", "null", "7", '"x"']) {
      expect((await readChosen(new Blob([source]))).problem, source).toBe(texts.notJson);
    }
    let isRead = false;
    const huge = { size: fileLimits.bytes + 1, text: async () => ((isRead = true), "") };
    expect((await readChosen(huge)).problem).toContain("8.4 MB");
    expect(isRead).toBe(false);
  });

  test("is called like what is in it, in signs that every system takes", () => {
    expect(fileNameOf("Welcome", "journey")).toBe("Welcome.json");
    expect(fileNameOf('../a/b\\c: "d"\n*?', "journey")).toBe("a b c d.json");
    expect(fileNameOf("स्वागत", "encap")).toBe("स्वागत.json");
    expect(fileNameOf("...", "encap")).toBe("encap.json");
    expect(fileNameOf("x".repeat(100), "encap")).toHaveLength(85);
  });
});

describe("an import", () => {
  const here = { id: "a1", name: "Here", revision: 4 };
  const checked: CheckedFile = {
    format: "chatbird",
    automations: [
      {
        id: "1",
        name: "One",
        state: "changed",
        existing: here,
        freeName: "One 2",
        folder: "",
        steps: 2,
        otherKind: false,
      },
      {
        id: "2",
        name: "Two",
        state: "new",
        existing: null,
        freeName: "Two",
        folder: "Own",
        steps: 2,
        otherKind: false,
      },
    ],
    forms: [{ id: "f", name: "Form", state: "new", existing: null, freeName: "Form" }],
    references: [
      { kind: "form", id: "f", name: "Form", state: "inFile", proposed: null, uses: 1 },
      { kind: "label", id: "l", name: "Gold", state: "found", proposed: "l2", uses: 1 },
      { kind: "group", id: "g", name: "Lost", state: "missing", proposed: null, uses: 2 },
    ],
    choices: {},
    existing: { automations: [here, { id: "a2", name: "Other", revision: 7 }], forms: [] },
    notes: [],
  };

  test("sends what is proposed, with the revision of what is replaced, and nothing of what is in the file", () => {
    const values = proposedValues(checked, "Sales");
    expect(choicesOf(checked, values)).toEqual({
      automations: [
        { id: "1", into: "existing", name: "One 2", folder: "Sales", existing: { id: "a1", revision: 4 } },
        { id: "2", into: "new", name: "Two", folder: "Own" },
      ],
      forms: [{ id: "f", into: "new", name: "Form", folder: "" }],
      references: [
        { kind: "label", id: "l", to: "l2" },
        { kind: "group", id: "g", to: null },
      ],
    });
    const other = { ...values, [fieldOf("automations", 1, "existing")]: "a2" };
    expect(choicesOf(checked, other).automations[1]?.existing).toEqual({ id: "a2", revision: 7 });
  });

  test("misses a name only where a new one is made, and says what becomes of each", () => {
    const values = {
      ...proposedValues(checked, ""),
      [fieldOf("automations", 0, "name")]: "",
      [fieldOf("automations", 1, "name")]: " ",
    };
    expect(missingNames(checked, values)).toEqual({ "automations.1.name": texts.nameEmpty });
    const [one, two] = checked.automations;
    expect([fateOf(one!, "a1"), fateOf(one!, "new"), fateOf(two!, "a2"), fateOf(two!, "skip")]).toEqual([
      "changed",
      "new",
      "changed",
      "skip",
    ]);
  });
});

test("a taken name gets the first number that is free, whatever its case, and stays within its length", () => {
  expect(freeName("Copy of A", [])).toBe("Copy of A");
  expect(freeName("Copy of A", ["copy of  a", "Copy of A 2"])).toBe("Copy of A 3");
  const long = "x".repeat(100);
  expect(freeName(`Copy of ${long}`, [])).toHaveLength(100);
  expect(freeName(long, [long])).toBe(`${"x".repeat(98)} 2`);
});

test("a place is in the address, and the archived are in no folder", () => {
  const placeOf = (search: string) => placeIn(new URLSearchParams(search));
  expect(placeOf("")).toEqual({ folder: "", archived: false });
  expect(placeOf("folder=Sales&from=20")).toEqual({ folder: "Sales", archived: false });
  expect(placeOf("folder=Sales&archived=true")).toEqual({ folder: "", archived: true });
  expect(placeOf(`folder=${"x".repeat(90)}`).folder).toHaveLength(60);
  for (const to of [{ folder: "Sales" }, { archived: true }, {}]) {
    expect(placeIn(new URLSearchParams(toPlace(to)))).toEqual({ folder: "", archived: false, ...to });
  }
});
