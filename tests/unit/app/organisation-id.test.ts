import { expect, test } from "vitest";
import { organisationIdOf } from "#app/routes/auth/organisation-id.ts";

const ID = "019aa2f4-7c1e-7d3a-9a55-2b8a4f5d6e7f";

test.each([ID, ` ${ID} `, `/${ID}/redirect`, `https://console.example.com/${ID}/redirect?next=%2Fbots`])(
  "the id of an organisation is found in %s",
  (typed) => expect(organisationIdOf(typed)).toBe(ID),
);

test.each([
  "",
  "Acme Bank",
  "../login",
  "//evil.example",
  "https://evil.example/",
  "https://evil.example/a/b/redirect",
  "/a%2Fb/redirect",
  "javascript:alert(1)",
  "a".repeat(65),
])("nothing that could lead elsewhere is taken for an id: %s", (typed) =>
  expect(organisationIdOf(typed)).toBeUndefined(),
);
