import { describe, expect, test } from "vitest";
import { directory, tenantDatabase } from "#db/client.ts";
import { directoryAuditOf, makeColleague } from "#tests/support/colleagues.ts";
import { sendToDrive } from "#tests/support/drive.ts";
import { startHarness } from "#tests/support/harness.ts";
import { createChannel } from "#tests/support/channels.ts";
import { switchLibraryOn } from "#tests/support/library.ts";
import { kept } from "#tests/support/template-examples.ts";
import * as libraryApi from "#workers/contract/endpoints/library.ts";
import { artifactTypes } from "#workers/contract/library.ts";
import * as richCardsApi from "#workers/contract/endpoints/rich-cards.ts";
import * as templatesApi from "#workers/contract/endpoints/templates.ts";
import { png } from "#tests/support/made-files.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import * as enterpriseApi from "#workers/contract/endpoints/enterprise.ts";
import * as myProfileApi from "#workers/contract/endpoints/my-profile.ts";
import { type DriveUse, USUAL_DRIVE_QUOTA } from "#workers/contract/endpoints/drive.ts";
import { enterpriseId as asEnterpriseId } from "#workers/contract/ids.ts";
import { type ListedBucket, tidyOrphans, tidyUnusedFiles } from "#workers/domain/drive/tidy.ts";

const harness = await startHarness();
const DAY_MS = 86_400_000;
const NIGHT = new Date("2026-11-01T02:23:30Z");
const DAY = new Date("2026-11-01T02:24:00Z");
const bucket = harness.env.FILES as unknown as ListedBucket;

const sendPicture = (by: Person, use: DriveUse, bytes = 400) =>
  sendToDrive(harness, by, { use, bytes: png(20, 20, { bytes }), name: `${use}.png` });
const sql = (text: string, ...values: unknown[]) => harness.env.TENANT_1.prepare(text).bind(...values);
const stored = async ({ enterpriseId }: Person) => {
  const { results } = await sql(
    "SELECT id FROM drive_files WHERE enterprise_id = ? ORDER BY id",
    enterpriseId,
  ).all<{ id: string }>();
  const { objects } = await harness.env.FILES.list({ prefix: `${enterpriseId}/drive/` });
  return { ids: results.map(({ id }) => id), objects: objects.length };
};
const drive = async (by: Person) => (await by.call(enterpriseApi.getDetails)).drive;

describe("the files of an enterprise have a quota", () => {
  const limit = (by: Person, driveQuota: number) =>
    by.call(enterpriseApi.saveConfiguration, { body: { driveQuota } });

  test("of 5 GB where nobody has chosen another one, shown with what is used", async () => {
    const owner = await makePerson(harness);
    expect(await drive(owner)).toEqual({ used: 0, quota: USUAL_DRIVE_QUOTA });
    const { bytes } = await sendPicture(owner, "media");
    expect(await drive(owner)).toEqual({ used: bytes, quota: USUAL_DRIVE_QUOTA });
  });

  test("that an administrator lowers, from 1 MB on and never above the usual; it is audited", async () => {
    const owner = await makePerson(harness);
    for (const wrong of [0, 999_999, USUAL_DRIVE_QUOTA + 1, 1.5e6 + 0.5]) {
      const response = await owner.send("POST", "/api/e/enterprise/configuration", { driveQuota: wrong });
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { errors: { driveQuota: "Choose from 1 MB to 5 GB." } },
      ]);
    }
    await limit(owner, 2_000_000);
    expect((await drive(owner)).quota).toBe(2_000_000);
    const entry = (await directoryAuditOf(harness, owner)).at(-1);
    expect([JSON.parse(entry?.before ?? ""), JSON.parse(entry?.after ?? "")]).toMatchObject([
      { driveQuota: null },
      { driveQuota: 2_000_000 },
    ]);
  });

  test("beyond which a file is refused with how much is used, and leaves nothing behind", async () => {
    const owner = await makePerson(harness);
    await limit(owner, 1_000_000);
    await sendPicture(owner, "media", 900_000);
    await expect(sendPicture(owner, "media", 100_001)).rejects.toThrow(/^413 .*900 kB of 1 MB/);
    expect(await stored(owner)).toMatchObject({ ids: [expect.any(String)], objects: 1 });
    await sendPicture(owner, "media", 100_000);
    expect(await drive(owner)).toEqual({ used: 1_000_000, quota: 1_000_000 });
    await expect(sendPicture(owner, "media", 100)).rejects.toThrow(/^413 .*1 MB of 1 MB/);
    // Nor is it looked at: a file that would be refused for what it is hears of the room.
    const unknown = { use: "media" as const, bytes: new Uint8Array([1, 2, 3]), name: "x.bin" };
    await expect(sendToDrive(harness, owner, unknown)).rejects.toThrow(/^413 .*1 MB of 1 MB/);
  });

  test("that files which come at the same moment cannot pass together", async () => {
    const owner = await makePerson(harness);
    await limit(owner, 1_000_000);
    const answers = await Promise.allSettled(
      Array.from({ length: 4 }, () => sendPicture(owner, "media", 400_000)),
    );
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    expect(await stored(owner)).toMatchObject({ objects: 2 });
    expect((await drive(owner)).used).toBe(800_000);
  });

  test("of one's own: what others have does not count", async () => {
    const [owner, other] = [await makePerson(harness), await makePerson(harness)];
    await limit(owner, 1_000_000);
    await sendPicture(other, "media", 900_000);
    await sendPicture(owner, "media", 900_000);
    expect((await drive(owner)).used).toBe(900_000);
  });
});

describe("by night, files go that nothing uses (O-17)", () => {
  /** Old ones: a picture, a logo, a template's sample, an entry of the library and files of a broadcast and an activity in use, and one of each use that is not; a young one. */
  async function heap() {
    const owner = await makePerson(harness);
    const colleague = await makeColleague(harness, owner, { roles: [1] });
    const picture = await sendPicture(colleague, "profile");
    await colleague.call(myProfileApi.saveProfile, { body: { profile: { pictureId: picture.id } } });
    const logo = await sendPicture(owner, "logo");
    await owner.call(enterpriseApi.saveConfiguration, { body: { whiteLabel: { logoId: logo.id } } });
    const sample = await sendPicture(owner, "media");
    const { id: channelId } = await createChannel(owner);
    const header = { format: "IMAGE", text: "", medium: { fileId: sample.id } } as const;
    const components = { ...kept.base.components, header };
    await owner.call(templatesApi.createTemplate, { body: { ...kept.base, components, channelId } });
    await switchLibraryOn(harness, owner);
    const entry = await sendPicture(owner, "attachment");
    await owner.call(libraryApi.createArtifact, {
      body: { type: artifactTypes.media, data: { fileId: entry.id }, isPublic: true },
    });
    const carded = await sendPicture(owner, "media");
    await owner.call(richCardsApi.createRichCard, {
      body: { name: "Card", content: { cards: [{ medium: { fileId: carded.id } }] } },
    });
    const cast = await sendPicture(owner, "media");
    const template = { templateUId: "t", media: { type: "IMAGE", fileId: cast.id } };
    await sql(
      `INSERT INTO broadcasts (id, enterprise_id, name, channel_id, channel_type, template_id, template, request, state, send_class, by_id, by_name,
         timezone, created_at, updated_at) VALUES (?, ?, 'Later', ?, 4, 't', '{}', ?, 'scheduled', 4, '', '', 'UTC', 1, 1)`,
      `broadcast of ${owner.enterpriseId}`,
      owner.enterpriseId,
      channelId,
      JSON.stringify({ message: { template } }),
    ).run();
    const planned = await sendPicture(owner, "media");
    const second = await sendPicture(owner, "media");
    await sql(
      `INSERT INTO activities (id, enterprise_id, campaign_id, name, channel_id, channel_type, template_id, request, fallback, plan, state, approval,
         makers, by_id, by_name, created_at, updated_at) VALUES (?, ?, 'c', 'Planned', ?, 4, 't', ?, ?, '{}', 0, 'draft', '[]', '', '', 1, 1)`,
      `activity of ${owner.enterpriseId}`,
      owner.enterpriseId,
      channelId,
      JSON.stringify({
        message: { template: { ...template, media: { type: "IMAGE", fileId: planned.id } } },
      }),
      JSON.stringify({
        message: { template: { ...template, media: { type: "IMAGE", fileId: second.id } } },
      }),
    ).run();
    const unused = [
      await sendPicture(owner, "profile"),
      await sendPicture(colleague, "profile"),
      await sendPicture(owner, "logo"),
      await sendPicture(owner, "media"),
      await sendPicture(owner, "attachment"),
    ];
    await sql(
      "UPDATE drive_files SET created_at = created_at - ? WHERE enterprise_id = ?",
      DAY_MS + 1_000,
      owner.enterpriseId,
    ).run();
    const young = await sendPicture(owner, "media");
    return {
      owner,
      unused,
      used: [
        picture.id,
        logo.id,
        sample.id,
        entry.id,
        carded.id,
        cast.id,
        planned.id,
        second.id,
        young.id,
      ].toSorted(),
    };
  }
  const ctxOf = ({ enterpriseId }: Person) => ({
    db: tenantDatabase(harness.env, "TENANT_1"),
    enterpriseId: asEnterpriseId.parse(enterpriseId),
  });
  const tidyUnused = (dryRun: boolean) =>
    tidyUnusedFiles(directory(harness.env), tenantDatabase(harness.env, "TENANT_1"), bucket, {
      now: Date.now(),
      dryRun,
    });
  const clear = () => tidyUnused(false);

  test("a day after they were sent, with their bytes; pictures and logos in use stay, of whoever", async () => {
    const { owner, used } = await heap();
    await harness.scheduled(NIGHT);
    expect(await stored(owner)).toEqual({ ids: used, objects: 9 });
  });

  test("and not by day", async () => {
    const { owner } = await heap();
    await harness.scheduled(DAY);
    expect((await stored(owner)).objects).toBe(14);
  });

  test("a dry run says what would go, removes nothing, and the real run removes just that", async () => {
    await clear();
    const { owner, unused } = await heap();
    const expected = { files: unused.length, bytes: unused.reduce((sum, { bytes }) => sum + bytes, 0) };
    expect(await tidyUnused(true)).toEqual(expected);
    expect((await stored(owner)).objects).toBe(14);
    expect(await tidyUnused(false)).toEqual(expected);
    expect(await tidyUnused(true)).toEqual({ files: 0, bytes: 0 });
  });

  test("those of an enterprise that is not there any more go, used or not", async () => {
    const { owner } = await heap();
    await harness.env.DIRECTORY.batch(
      ["DELETE FROM users WHERE enterprise_id = ?", "DELETE FROM enterprises WHERE id = ?"].map((text) =>
        harness.env.DIRECTORY.prepare(text).bind(owner.enterpriseId),
      ),
    );
    await clear();
    // The young one is left to the next night.
    expect((await stored(owner)).objects).toBe(1);
  });

  test("bytes without a row are counted and go, a day after they came; rows without bytes are told of", async () => {
    const owner = await makePerson(harness);
    const [lost, left] = [await sendPicture(owner, "media"), await sendPicture(owner, "media")];
    const { results } = await sql("SELECT key FROM drive_files WHERE id = ?", lost.id).all<{ key: string }>();
    await harness.env.FILES.delete(results[0]?.key ?? "");
    await harness.env.FILES.put(`${owner.enterpriseId}/drive/nobody-knows`, "of it");
    await harness.env.FILES.put(`${owner.enterpriseId}/models/another-matter`, "stays");
    const tidy = (now: number, dryRun: boolean) => tidyOrphans(ctxOf(owner), bucket, { now, dryRun });
    const nothing = { unknown: { files: 0, bytes: 0 }, missing: 0 };
    expect(await tidy(Date.now(), false)).toMatchObject(nothing);
    const later = Date.now() + DAY_MS + 1_000;
    const found = { unknown: { files: 1, bytes: 5 }, missing: 1 };
    expect(await tidy(later, true)).toMatchObject(found);
    expect(await tidy(later, false)).toMatchObject(found);
    expect(await tidy(later, true)).toMatchObject({ ...nothing, missing: 1 });
    const { ids, objects } = await stored(owner);
    expect([ids, objects]).toEqual([[lost.id, left.id], 1]);
    expect(await harness.env.FILES.get(`${owner.enterpriseId}/models/another-matter`)).not.toBeNull();
  });
});
