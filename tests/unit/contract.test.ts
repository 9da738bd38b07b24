import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { botsAnswersTexts } from "#texts/bots-answers.ts";
import { botsTexts } from "#texts/bots.ts";
import { decodeFields } from "#workers/api/decode-fields.ts";
import { codes } from "#workers/contract/codes.ts";
import { allEndpoints } from "#tests/support/endpoints.ts";
import { readsSessionAnew } from "#workers/contract/endpoint.ts";
import { bindingsFit } from "#workers/contract/endpoints/intents.ts";
import { collapse, nameKey } from "#workers/contract/fields.ts";
import { permissions } from "#workers/contract/permissions.ts";
import { permissionsOf, roles } from "#workers/contract/roles.ts";
import { ROOT } from "../../scripts/lib/topology.ts";

describe("names", () => {
  test.each([
    ["Travel Desk", "  travel   DESK ", true],
    ["Ärger", "äRGER", true],
    ["ﬁne", "fine", true],
    ["नमस्ते दुनिया", " नमस्ते  दुनिया", true],
    ["Desk", "Desks", false],
    ["re sume", "resume", false],
  ])("%j and %j are the same: %s", (a, b, same) => {
    expect(nameKey(a) === nameKey(b)).toBe(same);
  });

  test("are stored without outer and repeated white space, in the case they were typed in", () => {
    expect(collapse("  Book \t a\nFlight ")).toBe("Book a Flight");
  });
});

describe("bindings", () => {
  const ref = (entityStartPos: number, entityEndPos: number) => ({
    entityId: "e",
    entityStartPos,
    entityEndPos,
  });
  test.each([
    ["one inside", [ref(0, 3)], true],
    ["two side by side", [ref(3, 6), ref(0, 3)], true],
    ["two that overlap", [ref(0, 4), ref(3, 6)], false],
    ["one of no length", [ref(2, 2)], false],
    ["one backwards", [ref(3, 1)], false],
    ["one beyond the end", [ref(4, 7)], false],
    ["none", [], true],
  ])("%s: %o fits a phrase of six units is %s", (_, refs, fits) => {
    expect(bindingsFit("abcdef", refs)).toBe(fits);
  });
});

describe("a form", () => {
  const schema = z.object({
    name: z.string(),
    count: z.int().default(1),
    on: z.boolean().optional(),
    tags: z.array(z.string()).optional(),
    items: z.array(z.object({ a: z.string() })).default([]),
    nested: z.object({ a: z.int() }).nullish(),
  });

  test("says by text what JSON says by type", () => {
    expect(
      decodeFields(schema, {
        name: ["42"],
        count: ["7"],
        on: ["true"],
        tags: ["x", "y"],
        items: ['[{"a":"b"}]'],
        nested: ['{"a":1}'],
      }),
    ).toEqual({ name: "42", count: 7, on: true, tags: ["x", "y"], items: [{ a: "b" }], nested: { a: 1 } });
  });

  test("leaves what does not read as wanted for the schema to refuse", () => {
    const decoded = decodeFields(schema, { name: ["a"], count: ["seven"], on: ["maybe"], nested: ["{half"] });
    expect(decoded).toEqual({ name: "a", count: "seven", on: "maybe", nested: "{half" });
    expect(schema.safeParse(decoded).success).toBe(false);
  });

  test("carries nothing that the schema does not name", () => {
    const entries = Object.fromEntries([
      ["name", ["a"]],
      ["__proto__", ["x"]],
      ["eId", ["y"]],
    ]) as Record<string, string[]>;
    expect(decodeFields(schema, entries)).toEqual({ name: "a" });
  });
});

describe("the tables", () => {
  test("every refusal has a sentence and a status that says whose fault it is", () => {
    for (const [code, { status, sentence }] of Object.entries(codes)) {
      expect(sentence, code).toMatch(/\S/);
      expect(status, code).toBeGreaterThanOrEqual(400);
    }
  });

  test("every area's refusals are in the one table, and no two areas use one code", async () => {
    const folder = join(ROOT, "workers/contract/codes");
    const names = readdirSync(folder).toSorted();
    const areas = await Promise.all(
      names.map(async (name) =>
        Object.values((await import(/* @vite-ignore */ join(folder, name))) as object),
      ),
    );
    const listed = areas.flat().flatMap((area) => Object.keys(area as object));
    expect(listed.toSorted()).toEqual(Object.keys(codes).toSorted());
  });

  test("every role holds permissions that exist, the administrator all of them", () => {
    for (const role of Object.values(roles))
      expect(permissions).toEqual(expect.arrayContaining([...role.defaults]));
    expect(permissionsOf([1])).toEqual([...permissions]);
    expect(permissionsOf([99])).toEqual([]);
    expect(permissionsOf([3, 5])).toEqual(expect.arrayContaining(["CHAT.HANDLE", "CAMPAIGNS.APPROVE"]));
  });

  test("no two calls share method and address, and a public one says why it may be", () => {
    const keys = allEndpoints.map(
      ({ endpoint }) => `${endpoint.method} ${endpoint.path.replace(/:\w+/g, ":")}`,
    );
    expect(new Set(keys).size).toBe(keys.length);
    for (const { id, endpoint } of allEndpoints) {
      if (endpoint.access.kind === "public") expect(endpoint.access.why, id).toMatch(/\w{3}/);
    }
  });

  test("every parameter of an address is checked by a schema", () => {
    for (const { id, endpoint } of allEndpoints) {
      const named = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
      expect(Object.keys(endpoint.params?.shape ?? {}).toSorted(), id).toEqual(named.toSorted());
    }
  });

  test("the specification's spellings are kept", () => {
    expect(botsTexts.twoPhrases).toBe("Please give atleast two training phrases save the intent");
    expect(botsAnswersTexts.agentCreated).toBe("Agent Created  Successfully");
    expect(botsTexts.responseEmpty).toBe("Responce should not be empty");
  });
});

/** Calls that sound as if they deleted something or handled a secret, and why a session of five seconds ago will do. */
const BELIEVED: Record<string, string> = {
  mapToGroups: "takes customers out of groups, which can be undone",
  mapToLabels: "takes labels off customers, which can be undone",
  undoBulkJob: "takes a deletion back",
  sendEvent: "its key names what happened",
  createJourneyInstance: "its keywords begin a journey",
};

test("calls that delete, or handle secrets, read the session anew, or say why not", () => {
  const words = /\b(delet|remov|eras|key|secret|hook|token|password|purg|onboard)/i;
  const believed = allEndpoints.flatMap(({ id, endpoint }) => {
    const { method, path, summary, access, body } = endpoint;
    const fields = Object.keys(body?.shape ?? {}).map((field) => field.replaceAll(/([A-Z])/g, " $1"));
    const said = [path.replaceAll(/[/_:-]/g, " "), summary, ...fields].join(" ");
    const isMeant = method !== "GET" && access.kind !== "public" && words.test(said);
    return isMeant && !readsSessionAnew(endpoint) ? [id] : [];
  });
  expect(believed.toSorted()).toEqual(Object.keys(BELIEVED).toSorted());
});
