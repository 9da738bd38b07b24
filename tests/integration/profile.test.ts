import { describe, expect, test } from "vitest";
import { sendToDrive } from "#tests/support/drive.ts";
import { startHarness } from "#tests/support/harness.ts";
import { png } from "#tests/support/made-files.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import * as myProfileApi from "#workers/contract/endpoints/my-profile.ts";
import * as profileApi from "#workers/contract/endpoints/profile.ts";

const harness = await startHarness();
const person = await makePerson(harness);

const get = (who: Person = person) => who.call(myProfileApi.getProfile);
const picture = (who: Person, name = "me.png") =>
  sendToDrive(harness, who, { use: "profile", bytes: png(64), name });
const wear = (who: Person, pictureId: string | null) =>
  who.call(myProfileApi.saveProfile, { body: { profile: { pictureId } } });
const rowOf = ({ email }: Person) =>
  harness.env.DIRECTORY.prepare("SELECT * FROM users WHERE email = ?")
    .bind(email)
    .first<Record<string, unknown>>();

describe("somebody's own profile", () => {
  test("is changed by the specification's paths, only in what is given", async () => {
    const who = await makePerson(harness);
    const { phone } = await who.call(myProfileApi.updateUser, { body: { phone: "+91 98765 43210" } });
    expect(phone).toBe("+91 98765 43210");
    const saved = await who.call(myProfileApi.saveProfile, {
      body: { profile: { name: "  Asha   Rao ", timezone: "Asia/Kolkata" } },
    });
    expect(saved).toMatchObject({ name: "Asha Rao", phone: "+91 98765 43210", timezone: "Asia/Kolkata" });
    expect(await who.call(profileApi.me)).toMatchObject({
      name: "Asha Rao",
      timezone: "Asia/Kolkata",
    });
  });

  test("has looks that go with them, each by itself, and none until they choose", async () => {
    const who = await makePerson(harness);
    expect((await who.call(profileApi.me)).looks).toEqual({});
    await who.call(myProfileApi.saveLooks, { body: { theme: "dark" } });
    const both = await who.call(myProfileApi.saveLooks, { body: { density: "compact" } });
    expect(both).toEqual({ theme: "dark", density: "compact" });
    expect((await who.call(profileApi.me)).looks).toEqual(both);
    expect((await person.call(profileApi.me)).looks, "of others").toEqual({});
    const wrong = await who.send("PUT", "/api/e/enterprise/profile/looks", { theme: "pink" });
    expect(wrong.status).toBe(400);
  });

  test("is also taken as a form, as the specification's console sends it", async () => {
    const who = await makePerson(harness);
    const body = new URLSearchParams({ profile: JSON.stringify({ name: "Form Person" }) }).toString();
    const response = await who.send("PUT", "/api/e/enterprise/profile/", body, {
      "content-type": "application/x-www-form-urlencoded",
    });
    expect(await response.json()).toMatchObject({ status: true, response: { name: "Form Person" } });
  });

  test.each([
    [{ name: "   " }, { name: "This field is mandatory." }],
    [{ phone: "call me" }, { phone: "Invalid number format" }],
    [{ phone: "12345" }, { phone: "Invalid number format" }],
    [{ timezone: "Mars/Olympus" }, { timezone: "Choose a time zone from the list." }],
  ])("%j is refused at its field", async (change, errors) => {
    const response = await person.send("PUT", "/api/e/enterprise/users/update", change);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors });
  });

  test("keeps roles, state, address and enterprise, whatever else is sent (S-04, S-06)", async () => {
    const who = await makePerson(harness, { roles: [6] });
    const before = await rowOf(who);
    const more = {
      roles: [1],
      state: 2,
      isAdmin: true,
      emailId: "x@example.com",
      eId: person.enterpriseId,
      permissions: ["USERS.ADD"],
      passwordHash: "x",
      twoFactor: "off",
      id: "x",
    };
    await who.send("PUT", "/api/e/enterprise/users/update", { name: "Me", ...more });
    await who.send("PUT", "/api/e/enterprise/profile", { profile: { name: "Me", ...more }, ...more });
    const { name, revision, updated_by, updated_at, ...after } = (await rowOf(who)) ?? {};
    expect(name).toBe("Me");
    expect(before).toMatchObject(after);
    expect(await get(who)).toMatchObject({ name: "Me", emailId: who.email });
  });

  test("says who was faster when two tabs save", async () => {
    const who = await makePerson(harness);
    const { revision } = await get(who);
    await who.call(myProfileApi.updateUser, { body: { name: "First", revision } });
    const response = await who.send("PUT", "/api/e/enterprise/users/update", { name: "Second", revision });
    expect(response.status).toBe(409);
    expect((await get(who)).name).toBe("First");
  });

  test("of two saves at the same moment from the same revision one is refused", async () => {
    const who = await makePerson(harness);
    const { revision } = await get(who);
    const answers = await Promise.all(
      ["One", "Other"].map((name) => who.send("PUT", "/api/e/enterprise/users/update", { name, revision })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test("never carries what is secret (C-07, S-52)", async () => {
    const response = await person.send("GET", "/api/e/enterprise/profile");
    const text = await response.text();
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(text).not.toMatch(/scrypt|password|sealed|totp/i);
  });

  test("a change is in the audit trail with what was before (S-57)", async () => {
    const who = await makePerson(harness);
    await who.call(myProfileApi.updateUser, { body: { name: "New\nname", phone: "+919876543210" } });
    const { results } = await harness.env.DIRECTORY.prepare(
      "SELECT * FROM directory_audit WHERE enterprise_id = ? AND object_kind = 'user'",
    )
      .bind(who.enterpriseId)
      .all<{ before: string; after: string; action: string }>();
    expect(results).toHaveLength(1);
    expect(JSON.parse(results[0]?.before ?? "")).toEqual({ name: "Kiran", phone: "" });
    expect(JSON.parse(results[0]?.after ?? "")).toEqual({ name: "New name", phone: "+919876543210" });
  });
});

describe("a picture", () => {
  test("is a file of one's own drive, and the one before goes with its bytes", async () => {
    const who = await makePerson(harness);
    const first = await picture(who);
    expect(await wear(who, first.id)).toMatchObject({
      pictureId: first.id,
      profilePic: first.path,
      iconUrl: first.path,
    });
    expect((await who.call(profileApi.me)).profilePic).toBe(first.path);
    const second = await picture(who);
    await wear(who, second.id);
    expect((await who.send("GET", `/api${first.path}`)).status).toBe(404);
    expect((await who.send("GET", `/api${second.path}`)).status).toBe(200);
    expect((await wear(who, null)).profilePic).toBeNull();
    const { objects } = await harness.env.FILES.list({ prefix: `${who.enterpriseId}/drive/` });
    expect(objects).toEqual([]);
  });

  test("is never somebody else's file, nor one made for something else", async () => {
    const stranger = await makePerson(harness);
    const theirs = await picture(stranger);
    const logo = await sendToDrive(harness, person, { use: "logo", bytes: png(64), name: "logo.png" });
    for (const pictureId of [theirs.id, logo.id, "nowhere"]) {
      const response = await person.send("PUT", "/api/e/enterprise/profile", { profile: { pictureId } });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        message: "This picture no longer exists. Upload it again.",
      });
    }
  });
});

describe("sounds and notifications", () => {
  const sound = { type: "new_chat", sound: "Happy Bells", repeat: 3, volume: 25 } as const;

  test("are off until somebody asks for them", async () => {
    const { enableChatNotification, audioSettings } = await get(await makePerson(harness));
    expect(enableChatNotification).toBe(false);
    expect(audioSettings.enable).toBe(false);
    expect(audioSettings.sounds.map(({ type }) => type)).toEqual(["new_chat", "new_message"]);
  });

  test("are kept, and come with the session", async () => {
    const who = await makePerson(harness);
    const body = { enableChatNotification: true, audioSettings: { enable: true, sounds: [sound] } };
    await who.call(myProfileApi.saveAudio, { body });
    expect(await who.call(profileApi.me)).toMatchObject(body);
  });

  test.each([
    [{ ...sound, volume: 101 }],
    [{ ...sound, repeat: 0 }],
    [{ ...sound, sound: "Foghorn" }],
    [{ ...sound, type: "new_mail" }],
  ])("%j is refused", async (wrong) => {
    const response = await person.send("PUT", "/api/e/enterprise/profile/audio", {
      enableChatNotification: true,
      audioSettings: { enable: true, sounds: [wrong] },
    });
    expect(response.status).toBe(400);
  });

  test("have one sound for each kind of event", async () => {
    const response = await person.send("PUT", "/api/e/enterprise/profile/audio", {
      enableChatNotification: true,
      audioSettings: { enable: true, sounds: [sound, sound] },
    });
    expect(await response.json()).toMatchObject({ message: "Choose one sound for each kind of event." });
  });
});
