import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { tenantDatabase } from "#db/client.ts";
import { sendToDrive } from "#tests/support/drive.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { idleDeps, keepJobs } from "#tests/support/jobs.ts";
import { switchLibraryOn } from "#tests/support/library.ts";
import { mp3, ogg, png } from "#tests/support/made-files.ts";
import { rowsOf } from "#tests/support/messaging.ts";
import { forgetOutbound } from "#tests/support/outbound.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { playedProvider, SPEECH_KEY, withSpeech } from "#tests/support/speech.ts";
import { madeMp3 } from "#tests/support/speech-like.ts";
import { watchedCtx } from "#tests/support/watched-ctx.ts";
import { getDriveFile } from "#workers/contract/endpoints/drive.ts";
import { createArtifact, deleteArtifact } from "#workers/contract/endpoints/library.ts";
import * as speechApi from "#workers/contract/endpoints/speech.ts";
import { artifactTypes } from "#workers/contract/library.ts";
import { latestJob } from "#workers/domain/jobs/open.ts";
import { type JobHandlers, runJob } from "#workers/domain/jobs/run-pages.ts";
import { beginSpeech, retrySpeech } from "#workers/domain/speech/begin.ts";
import { giveUpSpeech, speechPages } from "#workers/domain/speech/run.ts";
import { tidySpeech } from "#workers/domain/speech/tidy.ts";
import type { SpeechProvider } from "#workers/providers/speech.ts";

const harness = await startHarness();
afterEach(forgetOutbound);

const enterprise = "/api/e/enterprise/speech";

const said = { text: "Your order is on its way.", language: "en", voice: "nova", speed: 1.25 };
const speak = (owner: Person, more: object = {}) =>
  owner.call(speechApi.speak, { body: { ...said, ...more } });
const recording = (owner: Person, name = "call.mp3", bytes = madeMp3(6)) =>
  sendToDrive(harness, owner, { use: "speech", bytes, name });
const detail = (owner: Person, id: string) => owner.call(speechApi.getSpeech, { params: { id } });
const ended = (owner: Person, id: string, state: "done" | "failed" = "done") =>
  eventually(async () => {
    const found = await detail(owner, id);
    expect(found.state, found.reason).toBe(state);
    return found;
  });
const used = async ({ enterpriseId }: Person): Promise<number> => {
  const rows = await rowsOf<{ count: number }>(
    harness,
    "SELECT count FROM usage_days WHERE enterprise_id = ? AND kind = 'speechSecond'",
    enterpriseId,
  );
  return rows.reduce((sum, { count }) => sum + count, 0);
};

/** A text whose job no worker is woken for. */
async function waiting(): Promise<{ owner: Person; id: string }> {
  const { owner } = await withSpeech(harness);
  onTestFinished(await keepJobs(harness, owner));
  const ctx = watchedCtx(harness, owner, () => undefined);
  const { id } = await beginSpeech(ctx, { DATA_KEY: "" }, said);
  return { owner, id };
}

/** The test itself is the worker, with a provider of its own. */
async function asWorker(owner: Person, id: string, provider: SpeechProvider, now = Date.now(), quota = 1e9) {
  const ctx = { ...watchedCtx(harness, owner, () => undefined), now: () => now };
  const job = await latestJob(ctx, "speech.run", id);
  const handlers = {
    "speech.run": {
      pages: (own, held, payload) =>
        speechPages(own, held, payload, {
          files: harness.env.FILES,
          provider: () => Promise.resolve(provider),
          quota: () => Promise.resolve(quota),
          wordsAsKept: (texts) => Promise.resolve(texts),
        }),
      gaveUp: (own, { speechId }, message) => giveUpSpeech(own, speechId, message),
      failure: "failed",
    },
  } as Partial<JobHandlers> as JobHandlers;
  return runJob(ctx, job?.id ?? "", handlers, idleDeps);
}

describe("the provider", () => {
  test("is nobody at first; its key is sealed, stays with its address, and is never answered", async () => {
    const owner = await makePerson(harness);
    expect(await owner.call(speechApi.getSpeechSettings)).toMatchObject({
      provider: "none",
      isReady: false,
      hasWorkersAi: false,
      revision: 0,
    });
    const early = await owner.send("POST", `${enterprise}/speak`, said);
    expect(early.status).toBe(409);
    expect(await early.text()).toContain("No speech provider is set up");
    const save = (body: object) => owner.send("PUT", `${enterprise}/settings`, body);
    for (const [body, field] of [
      [{ provider: "openAi" }, "apikey"],
      [{ provider: "workersAi" }, "provider"],
      [{ provider: "somebody" }, "provider"],
      [{ provider: "openAi", apikey: SPEECH_KEY, baseUrl: "http://127.0.0.1:1/v1" }, "baseUrl"],
      [{ provider: "openAi", apikey: SPEECH_KEY, baseUrl: "nowhere" }, "baseUrl"],
    ] as const) {
      const refused = await save(body);
      expect(refused.status, JSON.stringify(body)).toBe(400);
      expect(((await refused.json()) as { errors: object }).errors).toHaveProperty(field);
    }
    const saved = await owner.call(speechApi.saveSpeechSettings, {
      body: { provider: "openAi", apikey: SPEECH_KEY, voices: "anna, ben" },
    });
    expect(saved).toMatchObject({ isReady: true, hasKey: true, keyHint: "igns", revision: 1 });
    expect(saved.offer.voices.map(({ id }) => id)).toEqual(["anna", "ben"]);
    expect(JSON.stringify(saved)).not.toContain(SPEECH_KEY);
    const moved = await save({ provider: "openAi", baseUrl: "https://speech.example.com/v1", revision: 1 });
    expect(await moved.text()).toContain("the stored one belongs to another");
    expect((await save({ provider: "none", revision: 7 })).status).toBe(409);
    const [row] = await rowsOf<{ sealed: string }>(
      harness,
      "SELECT sealed FROM secrets WHERE enterprise_id = ? AND owner_kind = 'speech'",
      owner.enterpriseId,
    );
    expect(row?.sealed).not.toContain(SPEECH_KEY);
  });
});

describe("text to speech", () => {
  test("becomes a file that is played, counted once by its seconds, and kept in the library", async () => {
    const { owner, played } = await withSpeech(harness);
    const begun = await speak(owner);
    expect(begun).toMatchObject({ kind: "speak", state: "waiting", name: said.text });
    const done = await ended(owner, begun.id);
    expect(played.spoken).toMatchObject([
      { input: said.text, voice: "nova", speed: 1.25, response_format: "mp3" },
    ]);
    expect(done).toMatchObject({ mediaType: "audio/mpeg", text: said.text });
    expect(done.seconds).toBeCloseTo(said.text.length / 15, 1);
    expect(await used(owner)).toBe(Math.ceil(done.seconds ?? 0));
    const path = `/api${getDriveFile.path.replace(":id", done.fileId ?? "")}`;
    const file = await owner.send("GET", path);
    expect(file.headers.get("content-type")).toBe("audio/mpeg");
    expect((await file.arrayBuffer()).byteLength % 417).toBe(0);
    await switchLibraryOn(harness, owner);
    const entry = await owner.call(createArtifact, {
      body: { type: artifactTypes.media, data: { name: "On its way", fileId: done.fileId ?? "" } },
    });
    // The library's files stay when the entry goes, and the other way round.
    await owner.call(speechApi.deleteSpeech, { params: { id: begun.id } });
    expect((await owner.send("GET", path)).status).toBe(200);
    await owner.call(deleteArtifact, { params: { id: entry._id } });
    expect((await owner.call(speechApi.listSpeech, { query: { kind: "speak" } })).list).toEqual([]);
  });

  test("takes 5,000 letters and not one more, in pieces that the provider takes, and only voices there are", async () => {
    const { owner, played } = await withSpeech(harness);
    const text = "A sentence. ".repeat(500).slice(0, 4_999) + "!";
    const { id } = await speak(owner, { text });
    const done = await ended(owner, id);
    expect(played.spoken.length).toBe(2);
    expect(Math.max(...played.spoken.map(({ input }) => input.length))).toBeLessThanOrEqual(4_000);
    expect(played.spoken.map(({ input }) => input).join(" ")).toBe(text.trim());
    expect(done.seconds).toBeGreaterThan(330);
    for (const [more, field] of [
      [{ text: `${text}a` }, "text"],
      [{ text: " " }, "text"],
      [{ voice: "nobody" }, "voice"],
      [{ language: "xx" }, "language"],
      [{ language: "English" }, "language"],
      [{ speed: 3 }, "speed"],
    ] as const) {
      const refused = await owner.send("POST", `${enterprise}/speak`, { ...said, ...more });
      expect(refused.status, field).toBe(400);
      expect(((await refused.json()) as { errors: object }).errors).toHaveProperty(field);
    }
  });

  test("waits for as long as a busy provider says, and gives up with its reason", async () => {
    const { owner, id } = await waiting();
    const { provider, played } = playedProvider();
    played.behave({ status: 429, headers: { "retry-after": "120" } }, 1);
    let now = Date.now();
    expect(await asWorker(owner, id, provider, now)).toBe("later");
    expect(await asWorker(owner, id, provider, now + 100_000)).toBe("nothing to do");
    played.behave({ status: 500 });
    for (const end of ["later", "later", "later", "failed"]) {
      now += 1_000_000;
      expect(await asWorker(owner, id, provider, now)).toBe(end);
    }
    expect(await detail(owner, id)).toMatchObject({
      state: "failed",
      reason: "Couldn't reach the provider.",
    });
    expect(await used(owner)).toBe(0);
    // Tried again by hand, it is done and counted.
    await retrySpeech(
      watchedCtx(harness, owner, () => undefined),
      id,
    );
    played.behave("well");
    expect(await asWorker(owner, id, provider, now + 100_000)).toBe("done");
    expect(await used(owner)).toBe(2);
    const again = await owner.send("POST", `${enterprise}/jobs/${id}/retry`, {});
    expect(again.status).toBe(400);
  });

  test.each([
    ["a key that is refused", { status: 401 }, "The provider did not accept the API key."],
    ["an answer that is no sound", "rubbish", "The provider didn't answer with a sound that can be played."],
    ["a request that is refused", { status: 404 }, "The provider refused the request (404)"],
  ] as const)("has failed at once by %s", async (_, behaviour, reason) => {
    const { owner, played } = await withSpeech(harness);
    played.behave(behaviour);
    const { id } = await speak(owner);
    const failed = await ended(owner, id, "failed");
    expect(failed.reason).toContain(reason);
    expect(JSON.stringify(failed)).not.toContain("sk-leaked");
    expect(await used(owner)).toBe(0);
  });

  test("is tried again after an answer that breaks off, and done once", async () => {
    const { owner, played } = await withSpeech(harness);
    played.behave("cut", 1);
    const { id } = await speak(owner);
    await ended(owner, id);
    expect(played.spoken.length).toBe(2);
    expect(await used(owner)).toBe(2);
  });

  test("is not kept where the drive has no room for it, and costs nothing", async () => {
    const { owner, id } = await waiting();
    const bytes = madeMp3(2);
    const provider = {
      speak: () => Promise.resolve({ bytes, mediaType: "audio/mpeg" as const, seconds: 2 }),
      transcribe: () => Promise.reject(new Error("nobody asks")),
    };
    expect(await asWorker(owner, id, provider, Date.now(), bytes.length - 1)).toBe("failed");
    expect((await detail(owner, id)).reason).toContain("not enough space");
    expect(await used(owner)).toBe(0);
  });

  test("is kept and counted by one worker, also when another has taken the job over meanwhile", async () => {
    const { owner, id } = await waiting();
    const { provider } = playedProvider();
    const slow: SpeechProvider = {
      ...provider,
      async speak(spoken) {
        const sound = await provider.speak(spoken);
        expect(await asWorker(owner, id, provider, Date.now() + 60_000)).toBe("done");
        return sound;
      },
    };
    expect(await asWorker(owner, id, slow)).toBe("lost");
    expect(await used(owner)).toBe(2);
    const files = await rowsOf(
      harness,
      "SELECT id FROM drive_files WHERE enterprise_id = ? AND use = 'media'",
      owner.enterpriseId,
    );
    expect(files.length).toBe(1);
  });
});

describe("speech to text", () => {
  test("is a transcript with times, edited by one at a time, and deleted with its recording", async () => {
    const { owner, played } = await withSpeech(harness);
    const file = await recording(owner);
    const { id } = await owner.call(speechApi.transcribe, { body: { fileId: file.id, language: "en" } });
    const done = await ended(owner, id);
    expect(played.heard).toMatchObject([
      { name: "call.mp3", type: "audio/mpeg", language: "en", model: "whisper-1" },
    ]);
    expect(done).toMatchObject({
      foundLanguage: "en",
      seconds: 6,
      segments: [
        { start: 0, end: 2.5, text: "Where is my order?" },
        { start: 3, end: 5.5, text: "It was to come on Friday." },
      ],
    });
    expect(await used(owner)).toBe(6);
    const [first] = done.segments;
    const edited = { ...first, text: "Where is my parcel?" };
    const body = { segments: [edited, { start: 3, end: 4, text: " " }], revision: done.revision };
    const saved = await owner.call(speechApi.saveTranscript, { params: { id }, body: body as never });
    expect(saved.segments).toEqual([edited]);
    expect((await owner.send("PUT", `${enterprise}/jobs/${id}`, body)).status).toBe(409);
    const wrong = await owner.send("PUT", `${enterprise}/jobs/${id}`, {
      segments: [{ start: -1, end: 2, text: "" }],
    });
    expect(wrong.status).toBe(400);
    await owner.call(speechApi.deleteSpeech, { params: { id } });
    expect((await owner.send("GET", `${enterprise}/jobs/${id}`)).status).toBe(404);
    expect((await owner.send("GET", `/api/e/drive/files/${file.id}`)).status).toBe(404);
  });

  test("is kept for a year after its last change, and then goes with its recording; others stay", async () => {
    const { owner } = await withSpeech(harness);
    const { owner: other } = await withSpeech(harness);
    const begun = async (who: Person) => {
      const file = await recording(who);
      const { id } = await who.call(speechApi.transcribe, { body: { fileId: file.id } });
      await ended(who, id);
      return { fileId: file.id, id };
    };
    const [old, touched, theirs] = [await begun(owner), await begun(owner), await begun(other)];
    const sound = await speak(owner);
    await ended(owner, sound.id);
    const DAY_MS = 86_400_000;
    const at = Date.now() + 366 * DAY_MS;
    await harness.env.TENANT_1.prepare("UPDATE speech_jobs SET updated_at = ?2 WHERE id = ?1")
      .bind(touched.id, at - 364 * DAY_MS)
      .run();
    const db = tenantDatabase(harness.env, "TENANT_1");
    await tidySpeech(db, owner.enterpriseId, at - 2 * DAY_MS);
    expect((await detail(owner, old.id)).state, "not a day too early").toBe("done");
    expect(await tidySpeech(db, owner.enterpriseId, at)).toBe(false);
    const left = await rowsOf<{ id: string }>(
      harness,
      "SELECT id FROM speech_jobs WHERE enterprise_id = ?",
      owner.enterpriseId,
    );
    expect(left).toEqual([{ id: touched.id }]);
    expect((await owner.send("GET", `/api/e/drive/files/${old.fileId}`)).status).toBe(404);
    expect((await owner.send("GET", `/api/e/drive/files/${touched.fileId}`)).status).toBe(200);
    expect((await detail(other, theirs.id)).state).toBe("done");
    const jobs = await rowsOf(harness, "SELECT 1 FROM jobs WHERE subject IN (?, ?)", old.id, sound.id);
    expect(jobs).toEqual([]);
  });

  test("finds the language out, and takes sounds alone, by their bytes, of one's own enterprise", async () => {
    const { owner, played } = await withSpeech(harness);
    const { id: fileId } = await recording(owner, "said.ogg", ogg());
    played.says = [];
    const { id } = await owner.call(speechApi.transcribe, { body: { fileId } });
    expect(await ended(owner, id)).toMatchObject({ language: "", segments: [], seconds: 0 });
    expect(played.heard.at(-1)).toMatchObject({ name: "said.ogg", language: "" });
    await expect(recording(owner, "call.mp3", png(2, 2))).rejects.toThrow(/400/);
    const stranger = await makePerson(harness);
    const theirs = await recording(stranger);
    const media = await sendToDrive(harness, owner, { use: "media", bytes: mp3(), name: "song.mp3" });
    for (const other of [theirs.id, media.id, "nothing"]) {
      const refused = await owner.send("POST", `${enterprise}/transcribe`, { fileId: other });
      expect(refused.status).toBe(400);
    }
    expect((await stranger.send("GET", `${enterprise}/jobs/${id}`)).status).toBe(404);
    expect((await owner.send("GET", `${enterprise}/jobs?kind=sing`)).status).toBe(400);
  });
});
