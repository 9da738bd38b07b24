import { expect, test } from "vitest";
import { usualFeatures } from "#workers/contract/endpoints/profile.ts";
import { menu, placeOf, switchedOff, visibleMenu } from "#app/lib/menu.ts";
import { permissionsOf } from "#workers/contract/roles.ts";

const entriesFor = (roles: number[], flags = usualFeatures) =>
  visibleMenu({ permissions: permissionsOf(roles) }, flags).flatMap(({ sections }) =>
    sections.flatMap(({ entries }) => entries.map(({ to }) => to)),
  );
const all = menu.flatMap(({ sections }) => sections.flatMap(({ entries }) => entries.map(({ to }) => to)));

test("an administrator sees every entry but those that need a feature of the enterprise", () => {
  expect(new Set(entriesFor([1]))).toEqual(
    new Set(
      all.filter(
        (to) =>
          ![
            "/campaigns/externalreport",
            "/admin/trash",
            "/admin/enterpriseBilling",
            "/admin/analytics",
            "/admin/analytics/config",
            "/journey/milestone-report",
          ].includes(to),
      ),
    ),
  );
  expect(entriesFor([1], { ...usualFeatures, billing: true })).toContain("/admin/enterpriseBilling");
  expect(entriesFor([1], { ...usualFeatures, trash: true })).toContain("/admin/trash");
  expect(entriesFor([1], { ...usualFeatures, milestone: true })).toContain("/journey/milestone-report");
  const withoutBots = entriesFor([1], { ...usualFeatures, bots: false });
  expect(withoutBots).not.toContain("/bots");
  expect(withoutBots).not.toContain("/nlp-report/overview");
  const analytics = entriesFor([1], { ...usualFeatures, analytics: true });
  expect(analytics).toContain("/admin/analytics");
  expect(analytics).toContain("/admin/analytics/config");
});

test("the external report needs the setting and the report permission", () => {
  const recorded = { ...usualFeatures, recordExternalCampaign: true };
  expect(entriesFor([6], recorded)).toContain("/campaigns/externalreport");
  expect(entriesFor([3], recorded)).not.toContain("/campaigns/externalreport");
});

test("somebody without permissions has no menu at all, not empty headings", () => {
  expect(visibleMenu({ permissions: [] }, usualFeatures)).toEqual([]);
});

test("a chat agent sees their work only", () => {
  expect(entriesFor([3])).toEqual([
    "/chat/conversation",
    "/chat/history",
    "/customer-master/customers",
    "/customer-master/uploads",
  ]);
});

test("what somebody may see stands in the specified order", () => {
  const seen = entriesFor([1]);
  expect(seen).toEqual(all.filter((to) => seen.includes(to)));
});

test("a feature that is switched off is told apart from a missing permission", () => {
  expect(switchedOff("/admin/trash", usualFeatures)?.label).toBe("Trash");
  expect(switchedOff("/admin/trash", { ...usualFeatures, trash: true })).toBeUndefined();
  expect(switchedOff("/bots/7/intents", { ...usualFeatures, bots: false })?.label).toBe("Skills");
  expect(switchedOff("/admin/users", usualFeatures)).toBeUndefined();
});

test.each([
  ["/bots", "nlp"],
  ["/bots/7/intents", "nlp"],
  ["/campaigns/broadcast/9", "chat"],
  ["/customer-master/customers/create", "customers"],
  ["/customer-master/definition/add", "definition"],
  ["/customer-master/define-customer/create", "definition"],
  ["/customer-master/uploadfile", "customers"],
  ["/customer-master/error/9", "customers"],
  ["/admin/analytics/config", "analyticsConfig"],
  ["/admin/analytics", "analytics"],
  ["/dashboard", undefined],
  ["/account/myprofile", undefined],
])("the path %s belongs to the section %s", (path, section) => {
  expect(placeOf(menu, path).section).toBe(section);
});
