import { createHmac, randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { tenantDatabase } from "#db/client.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { startUpload, untilState } from "#tests/support/upload.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import * as personalDataApi from "#workers/contract/endpoints/personal-data.ts";
import { enterpriseId } from "#workers/contract/ids.ts";
import { ctxOf } from "#workers/domain/ctx.ts";
import { verifyReceipt } from "#workers/domain/customers/erase.ts";
import { resealSecrets } from "#workers/domain/key-rotation/reseal-tenant.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";

const harness = await startHarness();
const db = harness.env.TENANT_1;
let dialled = 0;
const freePhone = () => `+9196${String(50_000_000 + dialled++)}`;

async function erased(who: Person, phoneNumber: string): Promise<string> {
  const { customer } = await who.call(customersApi.saveCustomer, { body: { name: "Asha", phoneNumber } });
  const { receipt } = await who.call(personalDataApi.eraseCustomer, {
    params: { id: customer.id },
    body: { confirm: "Asha" },
  });
  return receipt.id;
}

const verify = async (who: Person, id: string, phoneNumber: string): Promise<boolean> =>
  (await who.call(personalDataApi.verifyReceipt, { params: { id }, body: { phoneNumber } })).matches;

describe("a receipt of an erasure", () => {
  test("proves the number, however it is written, and no other; each enterprise has a key of its own", async () => {
    const [who, other] = [await makePerson(harness), await makePerson(harness)];
    const phone = freePhone();
    const id = await erased(who, phone);
    expect(await verify(who, id, phone)).toBe(true);
    expect(await verify(who, id, `00${phone.slice(1)}`)).toBe(true);
    expect(await verify(who, id, freePhone())).toBe(false);
    await erased(other, phone);
    const { results } = await db
      .prepare("SELECT DISTINCT phone_hash FROM erasure_receipts WHERE enterprise_id IN (?, ?)")
      .bind(who.enterpriseId, other.enterpriseId)
      .all();
    expect(results).toHaveLength(2);
  });

  test("still proves it after the key that sealed its own was taken out of DATA_KEY", async () => {
    const who = await makePerson(harness);
    const phone = freePhone();
    const id = await erased(who, phone);
    const newest = `v9:${randomBytes(32).toString("base64")}`;
    const tenant = tenantDatabase(harness.env, "TENANT_1");
    const both = keyRing(`${newest},${harness.secrets.DATA_KEY}`);
    const ctx = ctxOf(tenant, enterpriseId.parse(who.enterpriseId), {
      userId: "test",
      name: "Test",
      address: "",
      requestId: "test",
    });
    await resealSecrets(tenant, both);
    const proof = await verifyReceipt(ctx, id, { phoneNumber: phone }, keyRing(newest));
    expect(proof.matches).toBe(true);
    // The other tests' ring does not know the new key.
    await db.prepare("DELETE FROM secrets WHERE key_version = 9").run();
  });

  test("from before there were such keys proves it by the text of DATA_KEY, which the next minute keeps", async () => {
    const who = await makePerson(harness);
    const phone = freePhone();
    // The harness is in the middle of a rotation: this was DATA_KEY when the receipt was given.
    const former = harness.secrets.DATA_KEY.split(",v1:").at(-1) ?? "";
    const hash = createHmac("sha256", former).update(`${who.enterpriseId}:${phone}`).digest("hex");
    await db
      .prepare(
        "INSERT INTO erasure_receipts (id, enterprise_id, at, user_id, phone_hash, removed) VALUES (?, ?, 1, 'somebody', ?, '{}')",
      )
      .bind(`former-${who.enterpriseId}`, who.enterpriseId, hash)
      .run();
    const id = `former-${who.enterpriseId}`;
    expect(await verify(who, id, phone)).toBe(false);
    await harness.scheduled();
    await expect.poll(() => verify(who, id, phone)).toBe(true);
    expect(await verify(who, id, freePhone())).toBe(false);
  });
});

test("an erasure takes the rejected rows that name the number, as it is stored and as it was typed, and no others", async () => {
  const who = await makePerson(harness);
  const phone = freePhone();
  const typed = `${phone.slice(0, 3)} ${phone.slice(3, 8)} ${phone.slice(8)}`;
  const { customer } = await who.call(customersApi.saveCustomer, {
    body: { name: "Asha", phoneNumber: typed },
  });
  const rows = [`,${phone}`, `,${phone.slice(1)}`, `,${typed}`, `,${freePhone()}`, "Ravi,12"];
  const { uploadId } = await startUpload(
    harness.fetch,
    who,
    `Name,Phone\n${rows.map((row) => `A${row}`).join("\n")}\n`,
  );
  const { errorLines } = await untilState(who, uploadId, "COMPLETED");
  expect(errorLines).toBe(5);
  const { receipt } = await who.call(personalDataApi.eraseCustomer, {
    params: { id: customer.id },
    body: { confirm: "Asha" },
  });
  expect(receipt.removed).toMatchObject({ rejectedRows: 3 });
  const { results } = await db
    .prepare("SELECT row FROM import_errors WHERE enterprise_id = ? ORDER BY line")
    .bind(who.enterpriseId)
    .all<{ row: string }>();
  expect(results.map(({ row }) => row.trim())).toEqual([`A${rows[3]}`, "ARavi,12"]);
});
