import type { CallFrame } from "#workers/contract/video.ts";

/** A short break mends itself more often than not. */
const BREAK_MS = 3_000;
/** Then another way is looked for, again and again. */
const RESTART_EVERY_MS = 6_000;

export type PeerState = "new" | "connecting" | "connected" | "broken";
export interface Tracks {
  audio: MediaStreamTrack | null;
  video: MediaStreamTrack | null;
}

/**
 * The connection of one browser with the other. Only one of the two makes offers, so that they never cross: the other asks
 * for one. Each connection has a name, and what is said of an earlier one is ignored.
 */
export class Peer {
  /** The stream from the other side; its tracks change, the stream stays. */
  readonly remote = new MediaStream();
  readonly #offers: boolean;
  readonly #servers: () => RTCIceServer[];
  readonly #say: (frame: CallFrame) => void;
  readonly #became: (state: PeerState) => void;
  #pc: RTCPeerConnection | undefined;
  #name = "";
  #tracks: Tracks = { audio: null, video: null };
  #early: RTCIceCandidateInit[] = [];
  #turn: Promise<void> = Promise.resolve();
  #mending: ReturnType<typeof setTimeout> | undefined;

  constructor(options: {
    offers: boolean;
    servers: () => RTCIceServer[];
    say: (frame: CallFrame) => void;
    became: (state: PeerState) => void;
  }) {
    this.#offers = options.offers;
    this.#servers = options.servers;
    this.#say = options.say;
    this.#became = options.became;
  }

  get isConnected(): boolean {
    return this.#pc?.connectionState === "connected";
  }

  /** Begins anew with whoever is there now. */
  begin(): void {
    if (!this.#offers) return;
    const pc = this.#make(crypto.randomUUID());
    for (const kind of ["audio", "video"] as const) {
      const { sender } = pc.addTransceiver(kind, { direction: "sendrecv" });
      void sender.replaceTrack(this.#tracks[kind]);
    }
    this.#next(() => this.#offer(pc));
  }

  /** Looks for another way, with the same connection. */
  mend(): void {
    const pc = this.#pc;
    if (!pc) return this.begin();
    if (!this.#offers) return this.#say({ type: "restart", connection: this.#name });
    pc.restartIce();
    this.#next(() => this.#offer(pc));
  }

  take(frame: CallFrame): void {
    switch (frame.type) {
      case "description":
        return this.#next(() => this.#describe(frame));
      case "candidate":
        return this.#next(() => this.#candidate(frame));
      case "restart":
        if (frame.connection === this.#name && this.#offers) this.mend();
        return undefined;
      case "state":
        return undefined;
      default:
        return frame satisfies never;
    }
  }

  /** Sends these from now on; null sends nothing. */
  send(tracks: Tracks): void {
    this.#tracks = tracks;
    for (const { sender, receiver } of this.#pc?.getTransceivers() ?? [])
      void sender.replaceTrack(tracks[receiver.track.kind as keyof Tracks]);
  }

  close(): void {
    clearTimeout(this.#mending);
    this.#pc?.close();
    this.#pc = undefined;
    this.#name = "";
    for (const track of this.remote.getTracks()) this.remote.removeTrack(track);
  }

  #make(name: string): RTCPeerConnection {
    this.close();
    const pc = new RTCPeerConnection({ iceServers: this.#servers() });
    this.#pc = pc;
    this.#name = name;
    this.#early = [];
    this.#became("connecting");
    pc.addEventListener("icecandidate", ({ candidate }) => {
      if (!candidate || pc !== this.#pc) return;
      const { candidate: line, sdpMid, sdpMLineIndex, usernameFragment } = candidate;
      const said = { candidate: line, sdpMid, sdpMLineIndex, usernameFragment };
      this.#say({ type: "candidate", connection: name, candidate: said });
    });
    pc.addEventListener("track", ({ track }) => this.remote.addTrack(track));
    pc.addEventListener("connectionstatechange", () => {
      if (pc === this.#pc) this.#changed(pc.connectionState);
    });
    return pc;
  }

  #changed(state: RTCPeerConnectionState): void {
    clearTimeout(this.#mending);
    if (state === "connected") return this.#became("connected");
    if (state !== "disconnected" && state !== "failed") return undefined;
    this.#became("broken");
    const again = () => {
      this.mend();
      this.#mending = setTimeout(again, RESTART_EVERY_MS);
    };
    this.#mending = setTimeout(again, state === "failed" ? 0 : BREAK_MS);
  }

  async #offer(pc: RTCPeerConnection): Promise<void> {
    if (pc !== this.#pc) return;
    await pc.setLocalDescription();
    this.#describeOwn(pc);
  }

  async #describe({ connection, description }: Extract<CallFrame, { type: "description" }>): Promise<void> {
    const isOffer = description.type === "offer";
    if (isOffer === this.#offers) return;
    if (!isOffer && (connection !== this.#name || this.#pc?.signalingState !== "have-local-offer")) return;
    const pc = connection === this.#name && this.#pc ? this.#pc : this.#make(connection);
    await pc.setRemoteDescription(description);
    for (const candidate of this.#early.splice(0)) await pc.addIceCandidate(candidate).catch(() => undefined);
    if (!isOffer) return;
    for (const transceiver of pc.getTransceivers()) {
      transceiver.direction = "sendrecv";
      await transceiver.sender.replaceTrack(this.#tracks[transceiver.receiver.track.kind as keyof Tracks]);
    }
    await pc.setLocalDescription();
    this.#describeOwn(pc);
  }

  #describeOwn(pc: RTCPeerConnection): void {
    const own = pc.localDescription;
    if (pc !== this.#pc || (own?.type !== "offer" && own?.type !== "answer")) return;
    this.#say({
      type: "description",
      connection: this.#name,
      description: { type: own.type, sdp: own.sdp },
    });
  }

  async #candidate({ connection, candidate }: Extract<CallFrame, { type: "candidate" }>): Promise<void> {
    if (connection !== this.#name || !this.#pc) return;
    const given = candidate as RTCIceCandidateInit;
    if (this.#pc.remoteDescription) await this.#pc.addIceCandidate(given).catch(() => undefined);
    else this.#early.push(given);
  }

  /** One after the other: a description must be in place before what follows it. */
  #next(work: () => Promise<void>): void {
    this.#turn = this.#turn.then(work).catch(() => undefined);
  }
}
