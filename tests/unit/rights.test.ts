import { expect, test } from "vitest";
import { permissions } from "#workers/contract/permissions.ts";
import { covers } from "#workers/domain/roles/rights.ts";

test("only administrators touch administrators, even where another role may do everything", () => {
  const sets = [{ role: 3, permissions }];
  expect(covers({ roles: [3], sets }, [1])).toBe(false);
  expect(covers({ roles: [3], sets }, [6])).toBe(true);
  expect(covers({ roles: [1], sets }, [1])).toBe(true);
});
