import { createStore } from "#app/lib/store.ts";
import type { HeardFrame, VideoEnd, VideoSide } from "#workers/contract/video.ts";
import { openDevices } from "./devices.ts";
import { Peer, type PeerState } from "./peer.ts";
import { Wire, type WireState } from "./wire.ts";

type Side = { muted: boolean; camera: boolean; sharing: boolean };

/** A call as its screen shows it. */
export interface CallView {
  wire: WireState;
  peer: PeerState;
  /** Whether the other end has the page open. */
  here: boolean;
  /** Whether the other end was ever there. */
  came: boolean;
  endedBy: VideoEnd | undefined;
  local: MediaStream | null;
  /** Neither camera nor microphone could be opened. */
  noDevices: boolean;
  own: Side;
  theirs: Side | undefined;
  recording: { id: string; state: "asked" | "recording" | "refused" | "ended" } | undefined;
}

export const NEW_CALL: CallView = {
  wire: "trying",
  peer: "new",
  here: false,
  came: false,
  endedBy: undefined,
  local: null,
  noDevices: false,
  own: { muted: false, camera: true, sharing: false },
  theirs: undefined,
  recording: undefined,
};

/** Everything that an end needs to take its seat, anew each time that it comes back. */
export interface Seat {
  ticket: string;
  iceServers: RTCIceServer[];
}

/** Browsers of phones show no screen to anybody. */
export const canShare = (): boolean => "getDisplayMedia" in (navigator.mediaDevices ?? {});

/** One end of a call: its devices, its socket and its connection with the other browser. */
export class Call {
  readonly view;
  readonly remote: MediaStream;
  readonly #page = crypto.randomUUID();
  readonly #side: VideoSide;
  readonly #sit: () => Promise<Seat>;
  readonly #peer: Peer;
  #wire: Wire | undefined;
  #servers: RTCIceServer[] = [];
  #screen: MediaStream | undefined;
  #other: string | undefined;

  constructor(side: VideoSide, sit: () => Promise<Seat>, recording?: CallView["recording"]) {
    this.#side = side;
    this.#sit = sit;
    this.view = createStore<CallView>({ ...NEW_CALL, recording });
    this.#peer = new Peer({
      offers: side === "agent",
      servers: () => this.#servers,
      say: (frame) => this.#wire?.say(frame),
      became: (peer) => this.#set({ peer }),
    });
    this.remote = this.#peer.remote;
  }

  /** Opens the devices first, so that the first offer has their tracks. */
  async begin(options?: { camera?: boolean }): Promise<void> {
    await this.openDevices(options);
    this.#connect();
  }

  async openDevices(options?: { camera?: boolean }): Promise<void> {
    const local = await openDevices(options);
    const camera = (local?.getVideoTracks().length ?? 0) > 0;
    const muted = local !== null && local.getAudioTracks().length === 0;
    this.#set({ local, noDevices: local === null, own: { ...this.#view.own, camera, muted } });
    this.#sendTracks();
  }

  /** Takes the call from another tab back. */
  takeBack(): void {
    this.#connect();
  }

  mute(muted: boolean): void {
    for (const track of this.#view.local?.getAudioTracks() ?? []) track.enabled = !muted;
    this.#setOwn({ muted });
  }

  turnCamera(camera: boolean): void {
    for (const track of this.#view.local?.getVideoTracks() ?? []) track.enabled = camera;
    this.#setOwn({ camera });
  }

  /** Shows the screen instead of the camera; answers whether it could. */
  async share(): Promise<boolean> {
    try {
      this.#screen = await navigator.mediaDevices.getDisplayMedia({ video: true });
    } catch (error) {
      // Somebody who chose nothing needs no error.
      return error instanceof DOMException && error.name === "NotAllowedError";
    }
    this.#screen.getVideoTracks()[0]?.addEventListener("ended", () => this.stopSharing());
    this.#sendTracks();
    this.#setOwn({ sharing: true });
    return true;
  }

  stopSharing(): void {
    for (const track of this.#screen?.getTracks() ?? []) track.stop();
    this.#screen = undefined;
    this.#sendTracks();
    this.#setOwn({ sharing: false });
  }

  noteRecording(recording: CallView["recording"]): void {
    this.#set({ recording });
  }

  close(): void {
    this.#wire?.close();
    this.#peer.close();
    for (const stream of [this.#screen, this.#view.local])
      for (const track of stream?.getTracks() ?? []) track.stop();
  }

  get #view(): CallView {
    return this.view.get();
  }

  #set(change: Partial<CallView>): void {
    this.view.set({ ...this.#view, ...change });
  }

  #setOwn(change: Partial<Side>): void {
    this.#set({ own: { ...this.#view.own, ...change } });
    this.#tellOwn();
  }

  #tellOwn(): void {
    this.#wire?.say({ type: "state", ...this.#view.own });
  }

  #connect(): void {
    this.#wire?.close();
    this.#set({ wire: "trying" });
    this.#wire = new Wire({
      page: this.#page,
      ticket: async () => {
        const { ticket, iceServers } = await this.#sit();
        this.#servers = iceServers;
        return ticket;
      },
      heard: (frame) => this.#heard(frame),
      became: (wire) => {
        this.#set({ wire });
        if (wire === "over" || wire === "gone" || wire === "replaced") this.#peer.close();
        if (wire === "over" || wire === "gone") this.close();
      },
    });
  }

  #sendTracks(): void {
    const { local } = this.#view;
    this.#peer.send({
      audio: local?.getAudioTracks()[0] ?? null,
      video: this.#screen?.getVideoTracks()[0] ?? local?.getVideoTracks()[0] ?? null,
    });
  }

  #heard(frame: HeardFrame): void {
    switch (frame.type) {
      case "here":
        return this.#meets(frame.peer);
      case "state": {
        const { type: _, ...theirs } = frame;
        return this.#set({ theirs });
      }
      case "recording":
        return this.#set({ recording: { id: frame.id, state: frame.state } });
      case "ended":
        return this.#set({ endedBy: frame.by });
      case "closing":
        // The wire has ended with it.
        return undefined;
      case "description":
      case "candidate":
      case "restart":
        return this.#peer.take(frame);
      default:
        return frame satisfies never;
    }
  }

  /** Another page of the other end needs a connection of its own; the same one keeps what it has, where that holds. */
  #meets(page: string | null): void {
    this.#set({ here: page !== null, came: this.#view.came || page !== null });
    if (page === null) return;
    const isNew = page !== this.#other;
    this.#other = page;
    this.#tellOwn();
    if (this.#side !== "agent") return;
    if (isNew) this.#peer.begin();
    else if (!this.#peer.isConnected) this.#peer.mend();
  }
}
