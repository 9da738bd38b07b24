import { partOf } from "./form-part.ts";

/** Behaviours of a played provider of speech; a number is how long it takes, in milliseconds. */
export type SpeechBehaviour =
  | "well"
  | number
  | { status: number; headers?: Record<string, string> }
  /** 200 with something that is neither a sound nor a transcript. */
  | "rubbish"
  /** Breaks off in the middle of its answer. */
  | "cut";

export interface HeardFile {
  name: string;
  type: string;
  bytes: number;
  language: string;
  model: string;
}

interface SpokenBody {
  input: string;
  voice: string;
  speed: number;
  response_format: string;
}

/** Letters that are spoken in a second. */
const PER_SECOND = 15;

/** OpenAI's contract for speech: sounds whose length follows the text, and a transcript with times. */
export class SpeechLike {
  readonly key: string | undefined;
  readonly spoken: SpokenBody[] = [];
  readonly heard: HeardFile[] = [];
  /** The words of every recording, three seconds a segment. */
  says: string[] = ["Where is my order?", "It was to come on Friday."];
  language = "english";
  #behaviour: SpeechBehaviour = "well";
  #times = Infinity;

  constructor(key?: string) {
    this.key = key;
  }

  /** Applies from now on, or for that many requests. */
  behave(behaviour: SpeechBehaviour, times = Infinity): void {
    this.#behaviour = behaviour;
    this.#times = times;
  }

  async answer(request: Request): Promise<Response> {
    const isSpoken = new URL(request.url).pathname.endsWith("/speech");
    if (isSpoken) this.spoken.push((await request.json()) as SpokenBody);
    else this.heard.push(await heardFile(request));
    const behaviour = this.#times-- > 0 ? this.#behaviour : "well";
    if (typeof behaviour === "number") await new Promise((resolve) => setTimeout(resolve, behaviour));
    if (typeof behaviour === "object") return new Response("<html>sk-leaked</html>", behaviour);
    if (this.key !== undefined && request.headers.get("authorization") !== `Bearer ${this.key}`)
      return Response.json({ error: { message: "Incorrect API key" } }, { status: 401 });
    if (behaviour === "rubbish") return new Response("<html>It works!</html>");
    const last = this.spoken.at(-1)?.input ?? "";
    const whole = isSpoken ? madeMp3(last.length / PER_SECOND) : this.#transcript();
    if (behaviour !== "cut") return new Response(whole);
    // Within a frame.
    const half = new ReadableStream<Uint8Array>({
      start(to) {
        to.enqueue(whole.subarray(0, whole.length / 2 + 100));
        setTimeout(() => to.error(new Error("broken off")));
      },
    });
    return new Response(half);
  }

  #transcript(): Uint8Array<ArrayBuffer> {
    const segments = this.says.map((text, at) => ({
      id: at,
      start: at * 3,
      end: at * 3 + 2.5,
      text: ` ${text}`,
    }));
    const duration = this.says.length * 3;
    const answer = {
      task: "transcribe",
      language: this.language,
      duration,
      text: this.says.join(" "),
      segments,
    };
    return new TextEncoder().encode(JSON.stringify(answer));
  }
}

async function heardFile(request: Request): Promise<HeardFile> {
  const form = await request.formData();
  const file = form.get("file") as File;
  return {
    name: file.name,
    type: file.type,
    bytes: file.size,
    language: partOf(form, "language"),
    model: partOf(form, "model"),
  };
}

/** Silence of that many seconds: frames of MPEG 1, layer III, 128 kbit/s, 44.1 kHz. */
export function madeMp3(seconds: number): Uint8Array<ArrayBuffer> {
  const frames = Math.max(1, Math.ceil((seconds * 44_100) / 1_152));
  const bytes = new Uint8Array(frames * 417);
  for (let at = 0; at < frames; at++) bytes.set([0xff, 0xfb, 0x90, 0x64], at * 417);
  return bytes;
}
