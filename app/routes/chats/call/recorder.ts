import { ApiError, sendBytes } from "#app/data/api.ts";
import { createStore } from "#app/lib/store.ts";
import { sendVideoPart } from "#workers/contract/endpoints/video.ts";

/** How often a part is cut: so much is lost at most when a browser dies. */
const PART_MS = 5_000;
const RETRY_MS = 3_000;
/** Ten minutes without a way to store anything: then it is given up. */
const MOST_TRIES = 200;
const WIDTH = 1_280;
const HEIGHT = 720;
const FRAMES_A_SECOND = 15;

const TYPES = ["video/webm;codecs=vp9,opus", "video/webm;codecs=vp8,opus", "video/webm", "video/mp4"];

/** The type that this browser records; undefined where it cannot. */
export const recordedType = (): string | undefined =>
  typeof MediaRecorder === "undefined"
    ? undefined
    : TYPES.find((type) => MediaRecorder.isTypeSupported(type));

export interface RecorderView {
  /** Parts that are still to be stored. */
  waiting: number;
  failing: boolean;
  lost: boolean;
}

/**
 * Records both sides of a call as one film, and stores it part by part, in their order: the next one goes when the one before
 * has arrived, and what fails is sent again under its number.
 */
export class Recorder {
  readonly view = createStore<RecorderView>({ waiting: 0, failing: false, lost: false });
  readonly #id: string;
  readonly #recorder: MediaRecorder;
  readonly #sound = new AudioContext();
  readonly #drawing: ReturnType<typeof setInterval>;
  readonly #stopped: Promise<void>;
  #parts = 0;
  #storing: Promise<void> = Promise.resolve();

  constructor(id: string, type: string, streams: { local: MediaStream | null; remote: MediaStream }) {
    this.#id = id;
    const canvas = document.createElement("canvas");
    canvas.width = WIDTH;
    canvas.height = HEIGHT;
    const pen = canvas.getContext("2d");
    const [theirs, own] = [pictureOf(streams.remote), pictureOf(streams.local)];
    // Not by animation frames, which stop when the agent looks at another tab.
    this.#drawing = setInterval(() => {
      if (!pen) return;
      pen.fillStyle = "black";
      pen.fillRect(0, 0, WIDTH, HEIGHT);
      draw(pen, theirs, [0, 0, WIDTH, HEIGHT]);
      draw(pen, own, [WIDTH * 0.74, HEIGHT * 0.74, WIDTH * 0.25, HEIGHT * 0.25]);
    }, 1_000 / FRAMES_A_SECOND);
    const mixed = this.#sound.createMediaStreamDestination();
    for (const stream of [streams.remote, streams.local])
      if (stream && stream.getAudioTracks().length > 0)
        this.#sound.createMediaStreamSource(stream).connect(mixed);
    const film = canvas.captureStream(FRAMES_A_SECOND);
    this.#recorder = new MediaRecorder(new MediaStream([...film.getTracks(), ...mixed.stream.getTracks()]), {
      mimeType: type,
      videoBitsPerSecond: 1_000_000,
    });
    this.#recorder.addEventListener("dataavailable", ({ data }) => {
      if (data.size > 0) this.#store(data);
    });
    this.#stopped = new Promise((resolve) =>
      this.#recorder.addEventListener("stop", () => resolve(), { once: true }),
    );
    this.#recorder.start(PART_MS);
  }

  /** Stops, and waits until all of it is stored. */
  async stop(): Promise<void> {
    clearInterval(this.#drawing);
    if (this.#recorder.state !== "inactive") this.#recorder.stop();
    await this.#stopped;
    await this.#storing;
    if (this.#sound.state !== "closed") await this.#sound.close();
  }

  #store(bytes: Blob): void {
    const part = ++this.#parts;
    this.#set({ waiting: this.view.get().waiting + 1 });
    this.#storing = this.#storing.then(() => this.#send(part, bytes));
  }

  async #send(part: number, bytes: Blob): Promise<void> {
    for (let tries = 1; !this.view.get().lost; tries++) {
      try {
        await sendBytes(sendVideoPart, { params: { id: this.#id, part }, bytes });
        this.#set({ failing: false, waiting: this.view.get().waiting - 1 });
        return;
      } catch (error) {
        const status = error instanceof ApiError ? error.status : 0;
        const isFinal = status >= 400 && status < 500 && status !== 429;
        this.#set({ failing: !isFinal, lost: isFinal || tries >= MOST_TRIES });
        if (!this.view.get().lost) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  #set(change: Partial<RecorderView>): void {
    this.view.set({ ...this.view.get(), ...change });
  }
}

function pictureOf(stream: MediaStream | null): HTMLVideoElement | undefined {
  if (!stream) return undefined;
  const video = document.createElement("video");
  video.muted = true;
  video.srcObject = stream;
  void video.play().catch(() => undefined);
  return video;
}

/** A picture in a box, whole and undistorted. */
function draw(
  pen: CanvasRenderingContext2D,
  video: HTMLVideoElement | undefined,
  [x, y, width, height]: readonly [number, number, number, number],
): void {
  if (!video || video.videoWidth === 0) return;
  const scale = Math.min(width / video.videoWidth, height / video.videoHeight);
  const [w, h] = [video.videoWidth * scale, video.videoHeight * scale];
  pen.drawImage(video, x + (width - w) / 2, y + (height - h) / 2, w, h);
}
