import { describe, expect, test } from "vitest";
import { createChannel, simulator } from "#tests/support/channels.ts";
import { makeColleague } from "#tests/support/colleagues.ts";
import { sendToDrive } from "#tests/support/drive.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { mp3, pdf, png } from "#tests/support/made-files.ts";
import { answerOurselves, queueFor, rowsOf } from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { kept } from "#tests/support/template-examples.ts";
import * as auditTrailApi from "#workers/contract/endpoints/audit-trail.ts";
import * as customerFieldsApi from "#workers/contract/endpoints/customer-fields.ts";
import * as departmentsApi from "#workers/contract/endpoints/departments.ts";
import * as enterpriseApi from "#workers/contract/endpoints/enterprise.ts";
import { getJob } from "#workers/contract/endpoints/jobs.ts";
import * as libraryApi from "#workers/contract/endpoints/library.ts";
import * as profileApi from "#workers/contract/endpoints/profile.ts";
import * as templatesApi from "#workers/contract/endpoints/templates.ts";
import { artifactTypes, LIBRARY } from "#workers/contract/library.ts";

const harness = await startHarness();
const path = "/api/e/enterprise/artifacts";
const bucketsPath = "/api/e/enterprise/buckets";

/** An administrator whose enterprise has the library, and two people who answer chats. */
async function bank() {
  const admin = await makePerson(harness);
  await admin.call(enterpriseApi.saveConfiguration, { body: { features: { artifacts: true } } });
  const [asha, ravi] = [await makeColleague(harness, admin), await makeColleague(harness, admin)];
  return { admin, asha, ravi };
}
const reply = (name: string, more: object = {}) => ({
  type: artifactTypes.message,
  data: { name, text: "Hello {name|there}" },
  isPublic: true,
  ...more,
});
const add = (who: Person, body: object) => who.call(libraryApi.createArtifact, { body: body as never });
const namesOf = async (who: Person, query: object = {}) =>
  (await who.call(libraryApi.listArtifacts, { query })).artifacts.map(({ data }) => data.name).toSorted();
const bucket = (who: Person, name: string, more: object = {}) =>
  who.call(libraryApi.createBucket, { body: { name, isPublic: true, ...more } });
const refusal = async (who: Person, method: string, where: string, body?: object) => {
  const response = await who.send(method, where, body);
  const { message, errors = {} } = (await response.json()) as {
    message: string;
    errors?: Record<string, string>;
  };
  return { status: response.status, message, errors };
};

test("only an enterprise that has switched it on has a library, and the profile says so", async () => {
  const admin = await makePerson(harness);
  expect(await admin.call(profileApi.me)).toMatchObject({ artifactsEnabled: false });
  expect((await admin.send("GET", path)).status).toBe(403);
  await admin.call(enterpriseApi.saveConfiguration, { body: { features: { artifacts: true } } });
  expect(await admin.call(profileApi.me)).toMatchObject({ artifactsEnabled: true });
  expect(await namesOf(admin)).toEqual([]);
});

describe("an entry", () => {
  test("is kept as its type says, and is found by its words, its kind and its page", async () => {
    const { admin } = await bank();
    const picture = await sendToDrive(harness, admin, { use: "attachment", bytes: png(20), name: "pot.png" });
    const price = await sendToDrive(harness, admin, { use: "attachment", bytes: pdf(), name: "prices.pdf" });
    const jingle = await sendToDrive(harness, admin, { use: "attachment", bytes: mp3(), name: "jingle.mp3" });
    const made = {
      media: await add(admin, { type: 1, data: { fileId: picture.id, desc: "A pot" }, isPublic: true }),
      audio: await add(admin, { type: 1, data: { fileId: jingle.id }, isPublic: true }),
      doc: await add(admin, { type: 0, data: { fileId: price.id, name: "Price list" }, isPublic: true }),
      map: await add(admin, {
        type: 2,
        data: { name: "Fort", address: "Horniman Circle", latitude: 18.93, longitude: 72.83 },
        isPublic: true,
      }),
      url: await add(admin, {
        type: 3,
        data: { name: "Help", url: "https://bank.example/help" },
        isPublic: true,
      }),
      tag: await add(admin, { type: 4, data: { name: "Urgent" }, isPublic: true }),
      message: await add(admin, reply("Welcome")),
    };
    expect(made.media.data).toMatchObject({
      type: "IMAGE",
      name: "pot.png",
      mediaType: "image/png",
      bytes: picture.bytes,
      url: `/e/drive/files/${picture.id}`,
    });
    expect(made.audio.data.type).toBe("AUDIO");
    expect(made.doc.data).toMatchObject({ type: "DOC", name: "Price list" });
    expect(made.map.data).toMatchObject({ type: "LOCATION", latitude: 18.93, address: "Horniman Circle" });
    expect([made.url.data.type, made.tag.data.type, made.message.data.type]).toEqual(["URL", "TAG", "MSG"]);
    expect(await namesOf(admin, { desc: "HORNIMAN" })).toEqual(["Fort"]);
    expect(await namesOf(admin, { desc: "a pot" })).toEqual(["pot.png"]);
    expect(await namesOf(admin, { type: artifactTypes.media })).toEqual(["jingle.mp3", "pot.png"]);
    expect(await namesOf(admin, { mediaType: "IMAGE" })).toEqual(["pot.png"]);
    const page = await admin.call(libraryApi.listArtifacts, { query: { perPage: 3 } });
    expect([page.artifacts.length, page.more]).toEqual([3, true]);
    expect(page.artifacts.map(({ data }) => data.name)).toEqual(["Welcome", "Urgent", "Help"]);
  });

  test.for<[string, object, string, number?]>([
    ["a type of nothing", { type: 9, data: { name: "x" } }, "type"],
    ["a media without a file", { type: 1, data: { name: "x" } }, "data.fileId"],
    ["a file that is not there", { type: 1, data: { fileId: "nothing" } }, "data.fileId", 404],
    ["a message without words", { type: 7, data: { name: "x", text: " " } }, "data.text"],
    [
      "a message that names nobody's field",
      { type: 7, data: { name: "x", text: "{phoneNumbr}" } },
      "data.text",
    ],
    ["a brace that is left open", { type: 7, data: { name: "x", text: "Hello {name" } }, "data.text"],
    ["a message without a name", { type: 7, data: { text: "x" } }, "data.name"],
    ["a link that runs code", { type: 3, data: { name: "x", url: "javascript:alert(1)" } }, "data.url"],
    [
      "a place beyond the pole",
      { type: 2, data: { name: "x", latitude: 91, longitude: 0 } },
      "data.latitude",
    ],
    ["a place without a longitude", { type: 2, data: { name: "x", latitude: 1 } }, "data.longitude"],
    ["a tag of a page", { type: 4, data: { name: "x".repeat(LIBRARY.tag + 1) } }, "data.name"],
    ["a bucket that is not there", { ...reply("x"), bucketId: "nothing" }, "bucketId", 404],
    ["a department that is not there", { ...reply("x"), deptId: "nothing" }, "deptId", 404],
  ])("%s is refused at its field, and nothing is written", async ([, body, field, status = 400]) => {
    const { admin } = await bank();
    const refused = await refusal(admin, "POST", path, body);
    expect([refused.status, Object.keys(refused.errors)]).toEqual([status, [field]]);
    expect(await namesOf(admin)).toEqual([]);
  });

  test("may name the enterprise's own customer fields, and suggests what was meant", async () => {
    const { admin } = await bank();
    await admin.call(customerFieldsApi.saveField, {
      body: {
        fieldName: "branch",
        fieldLabel: "Branch",
        fieldHelptext: "Where the account is",
        mandatory: false,
        fieldType: "text",
        inputType: "alphabets",
      },
    });
    await add(admin, reply("Branch", { data: { name: "Branch", text: "Come to {branch}." } }));
    const wrong = reply("Branch", { data: { name: "Wrong", text: "Come to {brannch}." } });
    expect((await refusal(admin, "POST", path, wrong)).errors["data.text"]).toContain("branch");
  });

  test("of the wrong kind of file is refused: a document is no medium, and what a customer sent is nobody's to keep", async () => {
    const { admin } = await bank();
    const price = await sendToDrive(harness, admin, { use: "attachment", bytes: pdf(), name: "prices.pdf" });
    const sent = await sendToDrive(harness, admin, { use: "attachment", bytes: png(9), name: "sent.png" });
    await harness.env.TENANT_1.prepare("UPDATE drive_files SET use = 'inbound' WHERE id = ?")
      .bind(sent.id)
      .run();
    for (const fileId of [price.id, sent.id]) {
      const { errors } = await refusal(admin, "POST", path, { type: 1, data: { fileId } });
      expect(Object.keys(errors)).toEqual(["data.fileId"]);
    }
  });

  test("that is private is its author's alone; one that is shared is its author's and administrators' to change", async () => {
    const { admin, asha, ravi } = await bank();
    const own = await add(asha, reply("Own", { isPublic: false }));
    const shared = await add(asha, reply("Shared"));
    const official = await add(admin, reply("Official"));
    expect(await namesOf(asha)).toEqual(["Official", "Own", "Shared"]);
    expect(await namesOf(asha, { visibility: "private" })).toEqual(["Own"]);
    expect(await namesOf(ravi)).toEqual(["Official", "Shared"]);
    expect(await namesOf(ravi, { adminView: true })).toEqual(["Official"]);
    // Not even an administrator sees what somebody keeps for themselves.
    expect(await namesOf(admin)).toEqual(["Official", "Shared"]);
    const change = (who: Person, id: string) => refusal(who, "PUT", `${path}/${id}`, reply("Changed"));
    for (const who of [ravi, admin]) expect((await change(who, own._id)).status).toBe(404);
    expect((await change(ravi, shared._id)).status).toBe(403);
    expect((await change(asha, official._id)).status).toBe(403);
    expect((await refusal(ravi, "DELETE", `${path}/${shared._id}`)).status).toBe(403);
    expect((await change(asha, shared._id)).status).toBe(200);
    expect((await change(admin, shared._id)).status).toBe(200);
    expect((await asha.call(libraryApi.getArtifact, { params: { id: official._id } })).artifact.mayEdit).toBe(
      false,
    );
  });

  test("of a department is offered to its people, its author and administrators", async () => {
    const { admin, asha, ravi } = await bank();
    const { id } = await admin.call(departmentsApi.createDepartment, { body: { name: "Loans" } });
    await admin.call(departmentsApi.addUsers, { params: { id }, body: { users: [asha.userId] } });
    await add(admin, reply("Of loans", { deptId: id }));
    await add(admin, reply("Of all"));
    expect(await namesOf(asha)).toEqual(["Of all", "Of loans"]);
    expect(await namesOf(ravi)).toEqual(["Of all"]);
    expect(await namesOf(admin, { deptId: id })).toEqual(["Of all", "Of loans"]);
  });

  test("says which templates and how many messages use its file, and leaves it to them when it is deleted", async () => {
    const { admin } = await bank();
    answerOurselves(harness);
    const file = await sendToDrive(harness, admin, { use: "attachment", bytes: png(20), name: "pot.png" });
    const { _id: id } = await add(admin, { type: 1, data: { fileId: file.id }, isPublic: true });
    const { id: channelId } = await createChannel(admin, simulator());
    const header = { format: "IMAGE", text: "", medium: { fileId: file.id } } as const;
    const { id: templateId } = await admin.call(templatesApi.createTemplate, {
      body: { ...kept.base, components: { ...kept.base.components, header }, channelId },
    });
    // It waits to be sent when the entry goes.
    const [message] = await queueFor(
      harness,
      { id: channelId, enterpriseId: admin.enterpriseId },
      { people: 1, body: { kind: "image", medium: { fileId: file.id } } },
    );
    const { usedIn } = await admin.call(libraryApi.getArtifact, { params: { id } });
    expect(usedIn).toEqual({
      templates: [{ id: templateId, name: kept.base.name, language: kept.base.language }],
      messages: 1,
    });
    await admin.call(libraryApi.deleteArtifact, { params: { id } });
    await harness.inside(`/?sender=${channelId}:0`, {
      method: "POST",
      body: JSON.stringify({ database: "TENANT_1", enterpriseId: admin.enterpriseId, channelId }),
    });
    const status = "SELECT status FROM messages WHERE id = ?";
    await eventually(async () =>
      expect(await rowsOf(harness, status, message)).toEqual([
        { status: expect.stringMatching(/sent|deliv|read/) },
      ]),
    );
    expect((await admin.send("GET", `/api/e/drive/files/${file.id}`)).status).toBe(200);
    const { template } = await admin.call(templatesApi.getTemplate, { params: { id: templateId } });
    expect(template.components.header?.medium?.fileId).toBe(file.id);
  });

  test("leaves what it was in the audit trail, with each change and its end", async () => {
    const { admin } = await bank();
    const { _id: id } = await add(admin, reply("First"));
    await admin.call(libraryApi.updateArtifact, { params: { id }, body: reply("Second") });
    await admin.call(libraryApi.deleteArtifact, { params: { id } });
    const { entries } = await admin.call(auditTrailApi.listAuditTrail, { query: { kind: "artifact" } });
    expect(entries.map(({ action, object }) => [action, object.name])).toEqual([
      ["delete", "Second"],
      ["update", "Second"],
      ["create", "First"],
    ]);
  });
});

describe("a bucket", () => {
  test("holds entries and buckets, counts what one may see, and gives its entries back when it is deleted", async () => {
    const { admin, asha } = await bank();
    const outer = await bucket(admin, "Outer");
    const inner = await bucket(admin, "Inner", { parentId: outer.id });
    const { _id: id } = await add(admin, reply("Kept", { bucketId: inner.id }));
    await add(admin, reply("Other"));
    expect(await namesOf(asha, { bucketId: inner.id })).toEqual(["Kept"]);
    const { list } = await asha.call(libraryApi.listBuckets, { query: {} });
    expect(list.map(({ name, parentId, items, mayEdit }) => [name, parentId, items, mayEdit])).toEqual([
      ["Inner", outer.id, 1, false],
      ["Outer", "", 0, false],
    ]);
    expect(await refusal(admin, "DELETE", `${bucketsPath}/${outer.id}`)).toMatchObject({ status: 409 });
    expect((await refusal(asha, "DELETE", `${bucketsPath}/${inner.id}`)).status).toBe(403);
    await admin.call(libraryApi.deleteBucket, { params: { id: inner.id } });
    expect(await namesOf(admin, { bucketId: outer.id })).toEqual(["Kept"]);
    await admin.call(libraryApi.deleteBucket, { params: { id: outer.id } });
    expect((await admin.call(libraryApi.getArtifact, { params: { id } })).artifact.bucketId).toBe("");
  });

  test("has a name that is free among its neighbours, in any case of letters", async () => {
    const { admin } = await bank();
    const first = await bucket(admin, "Offers");
    await bucket(admin, "Offers", { parentId: first.id });
    await bucket(admin, "Offers", { isPublic: false });
    expect((await refusal(admin, "POST", bucketsPath, { name: " OFFERS ", isPublic: true })).status).toBe(
      409,
    );
    const other = await bucket(admin, "Prices");
    expect((await refusal(admin, "PUT", `${bucketsPath}/${other.id}`, { name: "offers" })).status).toBe(409);
    await admin.call(libraryApi.updateBucket, { params: { id: other.id }, body: { name: "Price lists" } });
    const { list } = await admin.call(libraryApi.listBuckets, {
      query: { visibility: "public", desc: "PRICE" },
    });
    expect(list.map(({ name }) => name)).toEqual(["Price lists"]);
  });

  test("is never within itself, nor deeper than it may be, and takes all that is moved or none of it", async () => {
    const { admin, asha } = await bank();
    const chain = [(await bucket(admin, "Level 1")).id];
    for (let level = 2; level <= LIBRARY.depth; level++) {
      chain.push((await bucket(admin, `Level ${level}`, { parentId: chain.at(-1) })).id);
    }
    const [top = "", second = ""] = chain;
    const bottom = chain.at(-1) ?? "";
    const move = (into: string, body: object, who = admin) =>
      refusal(who, "POST", `${bucketsPath}/${into}/move`, body);
    for (const into of [top, bottom]) {
      expect(Object.keys((await move(into, { buckets: [top] })).errors)).toEqual(["buckets"]);
    }
    expect((await refusal(admin, "POST", bucketsPath, { name: "x", parentId: bottom })).status).toBe(400);
    const loose = await bucket(admin, "Loose");
    expect((await move(bottom, { buckets: [loose.id] })).status).toBe(400);
    const { _id: id } = await add(admin, reply("Moved"));
    const { _id: own } = await add(admin, reply("Own", { isPublic: false }));
    expect((await move(second, { artifacts: [id, own] })).status).toBe(400);
    expect((await move(second, { artifacts: [id, "nothing"] })).status).toBe(404);
    expect((await move(second, {})).status).toBe(400);
    expect((await move(second, { artifacts: [id] }, asha)).status).toBe(403);
    expect(await namesOf(admin, { bucketId: second })).toEqual([]);
    expect((await move(second, { artifacts: [id], buckets: [loose.id] })).status).toBe(200);
    expect(await namesOf(admin, { bucketId: second })).toEqual(["Moved"]);
    const removed = await admin.call(libraryApi.removeFromBucket, {
      params: { id: second },
      body: { artifacts: [id], buckets: [loose.id] },
    });
    expect(removed.changed).toBe(2);
    const { list } = await admin.call(libraryApi.listBuckets, { query: {} });
    expect(list.find(({ name }) => name === "Loose")?.parentId).toBe("");
  });

  test("takes all that match and that one may change, and leaves those that are there already", async () => {
    const { admin, asha } = await bank();
    const { id } = await bucket(asha, "Offers");
    for (const name of ["Offer one", "Offer two", "Other"]) await add(asha, reply(name));
    await add(admin, reply("Offer of the office"));
    await add(asha, reply("Offer of mine", { isPublic: false }));
    const query = { desc: "offer", visibility: "public" as const };
    const listed = await asha.call(libraryApi.listArtifacts, { query: { ...query, perPage: 1 } });
    expect(listed).toMatchObject({ more: true, total: 3, changeable: 2 });
    const move = (body: object) =>
      asha.call(libraryApi.moveIntoBucket, { params: { id }, body: body as { artifacts: string[] } });
    expect(await move({ matching: query })).toEqual({ changed: 2, job: null });
    expect(await namesOf(asha, { bucketId: id })).toEqual(["Offer one", "Offer two"]);
    expect(await move({ matching: query })).toEqual({ changed: 0, job: null });
    const out = { params: { id }, body: { matching: { ...query, desc: "two" } } };
    expect(await asha.call(libraryApi.removeFromBucket, out)).toEqual({ changed: 1, job: null });
    expect(await namesOf(asha, { bucketId: id })).toEqual(["Offer one"]);
  });

  test("takes very many that match by a job, in pages, and leaves what came later", async () => {
    const { admin, asha } = await bank();
    const { id } = await bucket(asha, "Very many");
    await add(asha, reply("Mass"));
    const { results } = await harness.env.TENANT_1.prepare("SELECT * FROM artifacts WHERE enterprise_id = ?")
      .bind(asha.enterpriseId)
      .all<Record<string, unknown>>();
    const [row = {}] = results;
    const columns = Object.keys(row).join(", ");
    const copied = Object.keys(row).map((name) => (name === "id" ? "'copy ' || value" : name));
    await harness.env.TENANT_1.prepare(
      `INSERT INTO artifacts (${columns}) SELECT ${copied.join(", ")} FROM artifacts,
        (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ?2) SELECT value FROM n)
        WHERE id = ?1`,
    )
      .bind(row["id"], LIBRARY.matchingAtOnce)
      .run();
    await add(admin, reply("Mass of the office"));
    const matching = { desc: "mass", visibility: "public" as const };
    const { changed, job } = await asha.call(libraryApi.moveIntoBucket, {
      params: { id },
      body: { matching },
    });
    expect(changed).toBe(0);
    const state = () => asha.call(getJob, { params: { id: job?.jobId ?? "" } });
    await eventually(async () => expect((await state()).state).toBe("done"));
    const total = LIBRARY.matchingAtOnce + 1;
    expect((await state()).result).toEqual({ total, changed: total });
    const { list } = await asha.call(libraryApi.listBuckets, { query: {} });
    expect(list.find((each) => each.id === id)?.items).toBe(total);
    const out = await asha.call(libraryApi.removeFromBucket, { params: { id }, body: { matching } });
    await eventually(async () => {
      const { result } = await asha.call(getJob, { params: { id: out.job?.jobId ?? "" } });
      expect(result).toEqual({ total, changed: total });
    });
  });

  test("that is private belongs to one person, and takes nothing that is shared", async () => {
    const { asha, ravi } = await bank();
    const own = await bucket(asha, "Mine", { isPublic: false });
    const { list } = await ravi.call(libraryApi.listBuckets, { query: {} });
    expect(list).toEqual([]);
    expect((await refusal(ravi, "PUT", `${bucketsPath}/${own.id}`, { name: "Ours" })).status).toBe(404);
    expect(await namesOf(ravi, { bucketId: own.id })).toEqual([]);
    expect((await refusal(ravi, "POST", path, reply("x", { bucketId: own.id }))).errors).toHaveProperty(
      "bucketId",
    );
    expect((await refusal(asha, "POST", path, reply("x", { bucketId: own.id }))).errors).toHaveProperty(
      "bucketId",
    );
    await add(asha, reply("x", { bucketId: own.id, isPublic: false }));
    expect(await namesOf(ravi, { bucketId: own.id })).toEqual([]);
    // One within it is as private as it is, whatever is asked.
    const inner = await bucket(asha, "Inner", { parentId: own.id, isPublic: true });
    expect(inner.isPublic).toBe(false);
  });
});
