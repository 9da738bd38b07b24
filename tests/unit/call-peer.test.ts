import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Peer, type PeerState } from "#app/features/call/peer.ts";
import type { CallFrame } from "#workers/contract/video.ts";

/** A connection whose state the test says, and which counts how often it was to look for another way. */
class FakeConnection extends EventTarget {
  static all: FakeConnection[] = [];
  connectionState: RTCPeerConnectionState = "new";
  signalingState = "stable";
  localDescription: { type: string; sdp: string } | null = null;
  remoteDescription: { type: string; sdp: string } | null = null;
  restarts = 0;
  offers = 0;
  isClosed = false;
  constructor() {
    super();
    FakeConnection.all.push(this);
  }
  addTransceiver = () => ({ sender: { replaceTrack: async () => undefined } });
  getTransceivers = () => [];
  restartIce() {
    this.restarts++;
  }
  async setLocalDescription() {
    const isAnswer = this.signalingState === "have-remote-offer";
    if (!isAnswer) this.offers++;
    this.signalingState = isAnswer ? "stable" : "have-local-offer";
    this.localDescription = { type: isAnswer ? "answer" : "offer", sdp: `way ${this.restarts}` };
  }
  async setRemoteDescription(description: { type: string; sdp: string }) {
    this.remoteDescription = description;
    this.signalingState = description.type === "offer" ? "have-remote-offer" : "stable";
  }
  close() {
    this.isClosed = true;
  }
  become(state: RTCPeerConnectionState) {
    this.connectionState = state;
    this.dispatchEvent(new Event("connectionstatechange"));
  }
}

beforeEach(() => {
  FakeConnection.all = [];
  vi.useFakeTimers();
  vi.stubGlobal("RTCPeerConnection", FakeConnection);
  vi.stubGlobal(
    "MediaStream",
    class {
      getTracks = () => [];
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function peerThat(offers: boolean) {
  const [said, states]: [CallFrame[], PeerState[]] = [[], []];
  const peer = new Peer({
    offers,
    servers: () => [],
    say: (frame) => said.push(frame),
    became: (state) => states.push(state),
  });
  return { peer, said, states };
}

/** The agent's end, in a call that stands. */
async function connected() {
  const { peer, said, states } = peerThat(true);
  peer.begin();
  await vi.advanceTimersByTimeAsync(0);
  const [own] = FakeConnection.all;
  if (!own) throw new Error("nothing was begun");
  own.become("connected");
  return { peer, said, states, own };
}
const offersIn = (said: readonly CallFrame[]) =>
  said.flatMap((frame) => (frame.type === "description" ? [frame] : []));

test("a short break mends itself: no other way is looked for", async () => {
  const { own, states } = await connected();
  own.become("disconnected");
  await vi.advanceTimersByTimeAsync(2_900);
  own.become("connected");
  await vi.advanceTimersByTimeAsync(60_000);
  expect([own.restarts, states]).toEqual([0, ["connecting", "connected", "broken", "connected"]]);
});

test("a longer break is mended by another way of the same connection, again and again", async () => {
  const { own, said } = await connected();
  own.become("disconnected");
  await vi.advanceTimersByTimeAsync(3_000);
  expect(own.restarts).toBe(1);
  await vi.advanceTimersByTimeAsync(12_000);
  expect([own.restarts, FakeConnection.all.length, own.isClosed]).toEqual([3, 1, false]);
  const offers = offersIn(said);
  expect(offers.map(({ description }) => description.sdp)).toEqual(["way 0", "way 1", "way 2", "way 3"]);
  expect(new Set(offers.map(({ connection }) => connection)).size, "one connection").toBe(1);
  own.become("connected");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(own.restarts, "none once it stands again").toBe(3);
});

test("a connection that failed looks for another way at once, and no more after the end", async () => {
  const { own, peer } = await connected();
  own.become("failed");
  await vi.advanceTimersByTimeAsync(0);
  expect(own.restarts).toBe(1);
  peer.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(own.restarts).toBe(1);
});

test("the end that makes no offers asks the other for one", async () => {
  const { peer, said } = peerThat(false);
  peer.take({ type: "description", connection: "a", description: { type: "offer", sdp: "theirs" } });
  await vi.advanceTimersByTimeAsync(0);
  const [own] = FakeConnection.all;
  own?.become("failed");
  await vi.advanceTimersByTimeAsync(0);
  expect(own?.restarts).toBe(0);
  expect(said.at(-1)).toEqual({ type: "restart", connection: "a" });
});

test("an end is asked for another way of its own connection alone", async () => {
  const { own, peer, said } = await connected();
  peer.take({ type: "restart", connection: "an earlier one" });
  expect(own.restarts).toBe(0);
  peer.take({ type: "restart", connection: offersIn(said)[0]?.connection ?? "" });
  expect(own.restarts).toBe(1);
});
