import { expect, test } from "vitest";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson } from "#tests/support/people.ts";
import { providersTexts } from "#texts/providers.ts";
import { getStops } from "#workers/contract/endpoints/profile.ts";
import { stoppable, stoppableSpeech } from "#workers/domain/operators/stoppable.ts";
import { isStopped, thrownNow } from "#workers/domain/operators/switches.ts";
import { restsWhileStopped } from "#workers/jobs/rests-while-stopped.ts";

/** O-19: operators stop a kind of work for the whole deployment, and consoles say so. */
const harness = await startHarness();
const { DIRECTORY } = harness.env;
/** Has them thrown, and this process know it; a Worker knows within two seconds. */
async function throwing(...names: string[]): Promise<void> {
  await DIRECTORY.prepare("DELETE FROM switches").run();
  for (const name of names)
    await DIRECTORY.prepare("INSERT INTO switches VALUES (?, 'test', 1)").bind(name).run();
  await thrownNow({ DIRECTORY });
}

test("everybody is told what is stopped, whoever they are", async () => {
  const person = await makePerson(harness);
  expect(await person.call(getStops)).toEqual({ stopped: [] });
  await throwing("imports", "sending", "of another time");
  expect(await person.call(getStops)).toEqual({ stopped: ["sending", "imports"] });
  await throwing();
  expect(await person.call(getStops)).toEqual({ stopped: [] });
  expect((await harness.fetch("/api/e/enterprise/stops")).status).toBe(403);
});

test("no model is asked and nothing is spoken while models are stopped; then they are asked again", async () => {
  const asked: string[] = [];
  const note = async (what: string) => {
    asked.push(what);
    return [] as never;
  };
  const model = stoppable(
    { DIRECTORY },
    { embeddingModel: "e", chat: () => note("chat"), embed: () => note("embed") },
  );
  const speech = stoppableSpeech(
    { DIRECTORY },
    { speak: () => note("speak"), transcribe: () => note("transcribe") },
  );
  const all = () =>
    Promise.allSettled([
      model.chat([]),
      model.embed([]),
      speech.speak({ text: "", language: "en", voice: "", speed: 1 }),
      speech.transcribe({ bytes: new Uint8Array(), mediaType: "", name: "" }, ""),
    ]);
  await throwing("models");
  const refused = await all();
  expect(refused.map((each) => each.status === "rejected" && (each.reason as Error).message)).toEqual(
    Array.from({ length: 4 }, () => providersTexts.stopped),
  );
  expect(asked).toEqual([]);
  await throwing("sending");
  await all();
  expect(asked.toSorted()).toEqual(["chat", "embed", "speak", "transcribe"]);
});

test("an import does no page while imports are stopped, which is no failed try, and goes on where it was", async () => {
  let pages = 0;
  let gotOn = 0;
  const held = { gotOn: () => gotOn++, beat: async () => undefined };
  const handler = restsWhileStopped({ DIRECTORY }, "imports", {
    pages: () => async () => {
      pages++;
      return "done";
    },
    failure: "failed",
  });
  const page = handler.pages({} as never, held as never, {} as never);
  await throwing("imports");
  expect(await page()).toEqual({ laterMs: 5_000 });
  expect([pages, gotOn]).toEqual([0, 1]);
  await throwing();
  expect(await isStopped({ DIRECTORY }, "imports")).toBe(false);
  expect(await page()).toBe("done");
  expect(pages).toBe(1);
});
