import { expect, test } from "vitest";
import { noFeatures } from "#workers/contract/endpoints/profile.ts";
import { menu, placeOf, visibleMenu } from "#app/lib/menu.ts";
import { permissionsOf } from "#workers/contract/roles.ts";

const entriesFor = (roles: number[], flags = noFeatures) =>
  visibleMenu({ permissions: permissionsOf(roles) }, flags).flatMap(({ sections }) =>
    sections.flatMap(({ entries }) => entries.map(({ to }) => to)),
  );
const all = menu.flatMap(({ sections }) => sections.flatMap(({ entries }) => entries.map(({ to }) => to)));

test("an administrator sees every entry but those that need a feature of the enterprise", () => {
  expect(entriesFor([1])).toEqual(
    all.filter((to) => to !== "/campaigns/externalreport" && to !== "/admin/trash"),
  );
  expect(entriesFor([1], { ...noFeatures, trash: true })).toContain("/admin/trash");
});

test("the external report needs the setting and the report permission", () => {
  const recorded = { ...noFeatures, recordExternalCampaign: true };
  expect(entriesFor([6], recorded)).toContain("/campaigns/externalreport");
  expect(entriesFor([3], recorded)).not.toContain("/campaigns/externalreport");
});

test("somebody without permissions has no menu at all, not empty headings", () => {
  expect(visibleMenu({ permissions: [] }, noFeatures)).toEqual([]);
});

test("a chat agent sees their work only", () => {
  expect(entriesFor([3])).toEqual([
    "/chat/conversation",
    "/chat/history",
    "/campaigns/broadcast",
    "/customer-master/customers",
    "/customer-master/uploads",
  ]);
});

test.each([
  ["/bots", "nlp"],
  ["/bots/7/intents", "nlp"],
  ["/campaigns/broadcast/9", "chat"],
  ["/customer-master/customers/create", "customers"],
  ["/customer-master/definition/add", "definition"],
  ["/admin/analytics/config", "analyticsConfig"],
  ["/admin/analytics", "analytics"],
  ["/dashboard", undefined],
  ["/account/myprofile", undefined],
])("the path %s belongs to the section %s", (path, section) => {
  expect(placeOf(menu, path).section).toBe(section);
});
