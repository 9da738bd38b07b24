import { describe, expect, test } from "vitest";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { startUpload, untilState } from "#tests/support/upload.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import type { CustomerImport } from "#workers/contract/endpoints/imports.ts";

const harness = await startHarness();
const person = await makePerson(harness);
const send = harness.fetch;

async function imported(who: Person, file: string | Uint8Array): Promise<CustomerImport> {
  const { uploadId } = await startUpload(send, who, file);
  return untilState(who, uploadId, "COMPLETED");
}

describe("an import", () => {
  test("creates whom it finds new, and says so", async () => {
    const done = await imported(person, "Name,Phone Number\nAsha Verma,+91 98765 43210\nRavi,919876543211\n");
    expect(done).toMatchObject({ totalLines: 2, acceptedLines: 2, errorLines: 0, progress: 1 });
  });
});
