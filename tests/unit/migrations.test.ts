import { expect, test } from "vitest";
import { splitStatements } from "../../scripts/lib/migrations.ts";

test("a migration is split at its breakpoints and not at the semicolons of a trigger", () => {
  const trigger = "CREATE TRIGGER t AFTER INSERT ON a BEGIN DELETE FROM b; DELETE FROM c; END;";
  const sql = `CREATE TABLE a (id INTEGER);\n--> statement-breakpoint\n${trigger}\n`;
  expect(splitStatements(sql)).toEqual(["CREATE TABLE a (id INTEGER);", trigger]);
});
