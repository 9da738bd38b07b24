import { expect, test } from "vitest";
import { startOpenAiServer } from "#tests/support/openai-server.ts";
import { madeMp3 } from "#tests/support/speech-like.ts";
import { textOf, vttOf } from "#workers/contract/speech.ts";
import { openAiSpeech } from "#workers/providers/openai/speech.ts";
import { joinedSound } from "#workers/providers/sound.ts";
import { inPieces } from "#workers/providers/speech.ts";
import { workersAiSpeech } from "#workers/providers/workers-ai/speech.ts";

const bytesOf = (...parts: (string | Uint8Array)[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as Uint8Array))));

/** Uncompressed WAV: one channel of 16 bit at 8 kHz. */
function wav(seconds: number): Uint8Array {
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8_000, 24);
  head.writeUInt32LE(16_000, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write("data", 36);
  head.writeUInt32LE(seconds * 16_000, 40);
  return bytesOf(head, new Uint8Array(seconds * 16_000));
}

test("sounds are joined without their tags, as long as their frames are", () => {
  const tag = bytesOf("ID3\u0004\u0000\u0000\u0000\u0000\u0001\u0000", new Uint8Array(128));
  const one = madeMp3(2);
  const counting = madeMp3(1);
  counting.set(bytesOf("Xing"), 36);
  const sound = joinedSound([bytesOf(tag, one), counting]);
  expect(sound.bytes.length).toBe(one.length + counting.length - 417);
  expect(sound.seconds).toBeCloseTo(3, 1);
  const both = joinedSound([wav(1), wav(2)]);
  expect(both).toMatchObject({ mediaType: "audio/wav", seconds: 3 });
  expect(both.bytes.length).toBe(44 + 48_000);
  expect(() => joinedSound([one.subarray(0, one.length - 100)])).toThrow("Couldn't reach");
  for (const wrong of [new Uint8Array(0), bytesOf("<html>It works!</html>"), wav(0)])
    expect(() => joinedSound([wrong])).toThrow("can be played");
});

test("a text is cut behind sentences, else behind words, and nothing of it is lost", () => {
  expect(inPieces("One. Two three. Four", 12)).toEqual(["One.", "Two three.", "Four"]);
  expect(inPieces("एक बात। दूसरी बात।", 10)).toEqual(["एक बात।", "दूसरी बात।"]);
  expect(inPieces("x".repeat(25), 10)).toEqual(["x".repeat(10), "x".repeat(10), "xxxxx"]);
  expect(inPieces("😀".repeat(6), 5).every((piece) => piece.isWellFormed())).toBe(true);
  expect(inPieces("  ", 10)).toEqual([]);
});

test("a transcript is a text and a WebVTT whose cues nothing that was said can end", () => {
  const segments = [{ start: 3_661.5, end: 3_662, text: "a <b> & -->\n\nNOTE c" }];
  expect(vttOf(segments)).toBe("WEBVTT\n\n01:01:01.500 --> 01:01:02.000\na &lt;b> &amp; --&gt; NOTE c\n");
  expect(textOf([...segments, { start: 0, end: 1, text: "d" }])).toContain("\nd");
});

test("a server that breaks off, is too slow or answers something else is no provider's answer", async () => {
  const server = await startOpenAiServer({ key: "key" });
  const { speech } = server.provider;
  const at = (apiKey: string) =>
    openAiSpeech({
      ...{ apiKey, baseUrl: server.url, speechModel: "", transcriptionModel: "" },
      ...{ allowPrivate: true, limits: { silenceMs: 300, overallMs: 600 } },
    });
  const said = { text: "Hello", language: "en", voice: "nova", speed: 1 };
  const file = { bytes: madeMp3(1), mediaType: "audio/mpeg", name: "a.mp3" };
  try {
    expect((await at("key").speak(said)).mediaType).toBe("audio/mpeg");
    expect(await at("key").transcribe(file, "hi")).toMatchObject({ language: "en", seconds: 6 });
    expect(speech.heard.at(-1)).toMatchObject({ language: "hi", name: "a.mp3" });
    for (const [behaviour, failure] of [
      ["cut", "unavailable"],
      ["rubbish", "badAnswer"],
      [2_000, "timeout"],
      [{ status: 500 }, "unavailable"],
      [{ status: 429, headers: { "retry-after": "90" } }, "rateLimited"],
    ] as const) {
      speech.behave(behaviour);
      await expect(at("key").speak(said)).rejects.toMatchObject({ failure });
      await expect(at("key").transcribe(file, "")).rejects.toMatchObject({ failure });
    }
    speech.behave("well");
    await expect(at("wrong").speak(said)).rejects.toMatchObject({ failure: "unauthorized" });
    const inside = openAiSpeech({
      ...{ apiKey: "key", baseUrl: server.url, speechModel: "", transcriptionModel: "" },
    });
    await expect(inside.speak(said)).rejects.toMatchObject({ failure: "unavailable" });
  } finally {
    await server.stop();
  }
});

test("the platform's models are asked in their own words, and answer in each of their shapes", async () => {
  const asked: [string, Record<string, unknown>][] = [];
  const answering = (answer: unknown) =>
    workersAiSpeech({
      run: (model, input) => {
        asked.push([model, input]);
        return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
      },
    });
  const sound = madeMp3(1);
  const said = { text: "Hola", language: "es", speed: 1 };
  const shapes = [{ audio: Buffer.from(sound).toString("base64") }, sound, new Response(sound).body];
  for (const shape of shapes)
    expect((await answering(shape).speak({ ...said, voice: "aura:diana" })).bytes.length).toBe(sound.length);
  await answering(shapes[0]).speak({ ...said, voice: "melo" });
  expect(asked.at(0)).toEqual([
    "@cf/deepgram/aura-2-es",
    { text: "Hola", speaker: "diana", encoding: "mp3" },
  ]);
  expect(asked.at(-1)).toEqual(["@cf/myshell-ai/melotts", { prompt: "Hola", lang: "es" }]);
  const heard = await answering({
    text: "Hola",
    transcription_info: { language: "es", duration: 1.5 },
    segments: [{ start: 0, end: 1, text: " Hola" }],
  }).transcribe({ bytes: sound, mediaType: "audio/mpeg", name: "a.mp3" }, "");
  expect(heard).toEqual({ language: "es", seconds: 1.5, segments: [{ start: 0, end: 1, text: "Hola" }] });
  const [, input] = asked.at(-1) ?? [];
  expect(input).toEqual({ audio: Buffer.from(sound).toString("base64"), task: "transcribe" });
  const voice = { ...said, voice: "melo" };
  await expect(answering(new Error("3040: no capacity")).speak(voice)).rejects.toMatchObject({
    failure: "rateLimited",
  });
  await expect(answering({ odd: 1 }).speak(voice)).rejects.toMatchObject({ failure: "badAnswer" });
});
