import { expect, test } from "vitest";
import { databasesIn, offeredRegions, regionOf, regionsIn } from "#workers/domain/residency/regions.ts";

test("a region is said of databases, files, backups and live connections", () => {
  const settings = { DATA_REGIONS: " TENANT_1=eu ,FILES=us,, LIVE=uk" };
  expect(regionOf(settings, "TENANT_1")).toBe("eu");
  expect(regionOf(settings, "FILES")).toBe("us");
  expect(regionOf(settings, "TENANT_2")).toBe("");
  for (const DATA_REGIONS of ["TENANT_3=eu", "TENANT_1", "TENANT_1=", "TENANT_1=E U"])
    expect(() => regionsIn({ DATA_REGIONS }), DATA_REGIONS).toThrow("DATA_REGIONS");
});

test("a choice is offered where databases lie in several regions, whatever else does", () => {
  expect(offeredRegions({})).toEqual([]);
  expect(offeredRegions({ DATA_REGIONS: "TENANT_1=eu,TENANT_2=eu,FILES=us" })).toEqual([]);
  expect(offeredRegions({ DATA_REGIONS: "TENANT_1=us,TENANT_2=eu" })).toEqual(["eu", "us"]);
});

test("an enterprise is put into databases of its region alone", () => {
  const settings = { DATA_REGIONS: "TENANT_1=us,TENANT_2=eu" };
  expect(databasesIn(settings, "eu")).toEqual(["TENANT_2"]);
  expect(databasesIn(settings, "")).toEqual(["TENANT_1", "TENANT_2"]);
});
