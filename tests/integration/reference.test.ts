import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson } from "#tests/support/people.ts";
import app from "#workers/api/app.ts";
import { allEndpoints } from "#tests/support/endpoints.ts";
import { ROOT } from "../../scripts/lib/topology.ts";

const harness = await startHarness();

/** Drops the names of parameters: a different name is not a different address. */
const shape = (path: string) => path.replace(/^\/api(?=\/)/, "").replace(/:\w+|\{\w+\}/g, ":");

test("the OpenAPI document lists every endpoint of the contract", async () => {
  const response = await harness.fetch("/api/openapi.json");
  const { openapi, paths } = (await response.json()) as {
    openapi: string;
    paths: Record<string, Record<string, unknown>>;
  };
  expect(openapi).toBe("3.1.0");
  for (const { endpoint } of allEndpoints) {
    const path = `/api${endpoint.path.replace(/:(\w+)/g, "{$1}")}`;
    expect(paths[path]?.[endpoint.method.toLowerCase()], path).toBeDefined();
  }
});

test("the OpenAPI document lists every call of the specification, also those that it only names", async () => {
  const { paths } = (await (await harness.fetch("/api/openapi.json")).json()) as { paths: object };
  const offered = Object.entries(paths).flatMap(([path, methods]: [string, object]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${shape(path)}`),
  );
  const page = readFileSync(join(ROOT, "docs/specified-calls.md"), "utf8");
  const specified = [...page.matchAll(/`((?:GET|POST|PUT|DELETE) [^`]+)`/g)].map(([, call = ""]) => call);
  expect(specified.length).toBeGreaterThan(190);
  const offers = new Set(offered);
  expect(specified.filter((call) => !offers.has(shape(call).replace(" /api/", " /")))).toEqual([]);
});

test("the reference page shows every call without any script", async () => {
  const response = await harness.fetch("/api/docs");
  const html = await response.text();
  expect(response.headers.get("content-type")).toContain("text/html");
  expect(html).not.toContain("<script");
  expect(html).toContain("/api/chatbird/api/nlp/predictIntent");
});

test("readiness says that every part answers", async () => {
  const response = await harness.fetch("/api/readyz");
  expect(response.status).toBe(200);
  const { data } = (await response.json()) as { data: { parts: Record<string, boolean> } };
  expect(Object.values(data.parts)).toEqual(Array(7).fill(true));
});

test("a request's id is in its answer and in its one line of the log, which holds no secret (O-01, S-59)", async () => {
  const person = await makePerson(harness);
  harness.logs();
  const response = await person.send("GET", "/api/chatbird/api/nlp/v2/agent?name=canary-search");
  const requestId = response.headers.get("x-request-id");
  const lines = harness.logs().map(({ message }) => message);
  const line = lines.find((text) => text.includes(String(requestId)));
  expect(JSON.parse(line ?? "{}")).toMatchObject({
    level: "info",
    route: "/api/chatbird/api/nlp/v2/agent",
    status: 200,
    enterprise: person.enterpriseId,
    // Calls of databases and rows that they read and wrote (O-02).
    database: { calls: expect.any(Number), rows: expect.any(Number), written: expect.any(Number) },
  });
  const { database } = JSON.parse(line ?? "{}") as { database: { calls: number; rows: number } };
  expect(database.calls).toBeGreaterThan(0);
  expect(database.rows).toBeGreaterThan(0);
  expect(lines.join("\n")).not.toMatch(/canary-search/);
  expect(lines.join("\n")).not.toContain(person.token);
});

test("a line about a call that failed beside its answer has the call's id, too (O-01)", async () => {
  const lines: string[] = [];
  const spy = vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(line));
  onTestFinished(() => spy.mockRestore());
  const away = new Proxy(harness.env.TENANT_1, {
    get: () => () => {
      throw new Error("the database is away");
    },
  });
  const response = await app.fetch(
    new Request(`http://localhost/api/webhooks/simulator/${randomUUID()}`, { method: "POST", body: "{}" }),
    { ...harness.env, TENANT_1: away },
    { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} } as never,
  );
  expect(response.status).toBe(503);
  const requestId = response.headers.get("x-request-id");
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { source: "webhooks", requestId, failure: expect.stringContaining("the database is away") },
    { status: 503, requestId },
  ]);
});

test("no line of the api Worker is without its call's id (O-01)", () => {
  const folder = join(ROOT, "workers/api");
  const without = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => {
      const parts = readFileSync(join(folder, file), "utf8").split("console.log(");
      // The line's fields stand in the call, or just before it.
      return parts
        .slice(1)
        .filter((call, at) => !/requestId/.test(`${(parts[at] ?? "").slice(-600)}${call.split(");")[0]}`))
        .map(() => file);
    });
  expect(without).toEqual([]);
});
