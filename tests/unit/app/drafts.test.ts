import { beforeEach, expect, test, vi } from "vitest";
import {
  dropDrafts,
  keepDraft,
  keepLasting,
  keptDraft,
  lastingDraft,
  ownDrafts,
} from "#app/drafts/storage.ts";
import { changesOf, keptOf, takenUp } from "#app/routes/roles/role-draft.ts";
import type { RoleSet } from "#workers/contract/endpoints/roles.ts";
import type { Permission } from "#workers/contract/permissions.ts";
import { FakeStorage } from "#tests/support/fake-storage.ts";

beforeEach(() => {
  vi.stubGlobal("sessionStorage", new FakeStorage());
  vi.stubGlobal("localStorage", new FakeStorage());
});

test("a draft is found again by whoever typed it, and by nobody else", () => {
  ownDrafts("kiran");
  keepDraft("customer:new", { name: "Asha" });
  ownDrafts("kiran");
  expect(keptDraft("customer:new")).toEqual({ name: "Asha" });
  ownDrafts("someone else");
  expect(keptDraft("customer:new")).toBeUndefined();
  // Not hidden but gone: the next person could look into the storage itself.
  expect(Object.keys(sessionStorage)).toEqual([]);
});

test("who signs out leaves no draft, and none is kept while the page is being left", () => {
  ownDrafts("kiran");
  keepDraft("customer:new", { name: "Asha" });
  dropDrafts();
  keepDraft("customer:new", { name: "Asha" });
  expect(Object.keys(sessionStorage)).toEqual([]);
});

test("a lasting draft outlives the tab for two weeks, and goes with its person as the others do", () => {
  vi.useFakeTimers({ now: 0 });
  const day = 24 * 3_600_000;
  ownDrafts("kiran");
  keepLasting("chat 1", { reply: "half an answer" });
  vi.stubGlobal("sessionStorage", new FakeStorage());
  vi.setSystemTime(14 * day - 1);
  ownDrafts("kiran");
  expect(lastingDraft("chat 1")).toEqual({ reply: "half an answer" });
  vi.setSystemTime(14 * day);
  expect(lastingDraft("chat 1")).toBeUndefined();
  ownDrafts("kiran");
  expect(Object.keys(localStorage)).toEqual([]);
  keepLasting("chat 1", { reply: "another" });
  ownDrafts("someone else");
  expect(Object.keys(localStorage)).toEqual([]);
  keepLasting("chat 1", { reply: "another" });
  dropDrafts();
  expect(Object.keys(localStorage)).toEqual([]);
  vi.useRealTimers();
});

test("what is no draft stays when drafts go", () => {
  sessionStorage.setItem("sessionEnding", "expired");
  ownDrafts("kiran");
  dropDrafts();
  expect(Object.keys(sessionStorage)).toEqual(["sessionEnding"]);
});

const role = (id: number, permissions: Permission[], revision = 1) =>
  ({ id, permissions, revision }) as RoleSet;

test("edited roles are taken up as differences, on top of what somebody else has stored meanwhile", () => {
  const before = [role(6, ["NLP.VIEW", "USERS.VIEW"])];
  const draft = new Map([[6, new Set<Permission>(["NLP.VIEW", "ROLES.VIEW"])]]);
  const kept = JSON.parse(JSON.stringify(keptOf(changesOf(before, draft))));
  const now = [role(6, ["NLP.VIEW", "USERS.VIEW", "DEPARTMENTS.VIEW"], 2)];
  const admin = { mayEdit: true, isAdmin: true, own: [] };
  const [change] = changesOf(now, takenUp(kept, now, admin));
  expect(change).toMatchObject({ gains: ["ROLES.VIEW"], loses: ["USERS.VIEW"] });
});

test("of edited roles nothing is taken up that the editor may not change any more", () => {
  const roles = [role(6, ["NLP.VIEW"])];
  const kept = [{ role: 6, gains: ["ROLES.VIEW", "USERS.VIEW"] as Permission[], loses: [] }];
  const editor = { mayEdit: true, isAdmin: false, own: ["USERS.VIEW"] as Permission[] };
  expect(changesOf(roles, takenUp(kept, roles, editor))).toMatchObject([{ gains: ["USERS.VIEW"] }]);
  expect(takenUp(kept, roles, { ...editor, mayEdit: false }).size).toBe(0);
});
