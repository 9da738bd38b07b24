import type { AudioSettings } from "#workers/contract/endpoints/profile.ts";

export type Sound = AudioSettings["sounds"][number]["sound"];

/** A tone: its pitch in hertz, its start and its duration in seconds. */
type Tone = readonly [pitch: number, at: number, rings: number];

interface Voice {
  wave: OscillatorType;
  tones: readonly Tone[];
}

/** The five sounds, synthesised by the browser itself: there is no recording to load. */
const voices: Record<Sound, Voice> = {
  "Musical Reveal": {
    wave: "sine",
    tones: [
      [523.25, 0, 0.5],
      [659.25, 0.12, 0.5],
      [783.99, 0.24, 0.5],
      [1046.5, 0.36, 0.9],
    ],
  },
  "Software Interface": {
    wave: "triangle",
    tones: [
      [880, 0, 0.12],
      [1174.66, 0.09, 0.2],
    ],
  },
  "Magic Marimba": {
    wave: "sine",
    tones: [
      [392, 0, 0.3],
      [587.33, 0.1, 0.3],
      [493.88, 0.2, 0.3],
      [783.99, 0.32, 0.5],
    ],
  },
  "Happy Bells": {
    wave: "sine",
    tones: [
      [1318.51, 0, 0.8],
      [1567.98, 0.18, 0.8],
      [1318.51, 0.36, 0.8],
      [2093, 0.54, 1.1],
    ],
  },
  "Clear Announce": {
    wave: "triangle",
    tones: [
      [659.25, 0, 0.6],
      [523.25, 0.35, 0.9],
    ],
  },
};

const PAUSE_S = 0.35;
let context: AudioContext | undefined;

const lengthOf = ({ tones }: Voice): number => Math.max(...tones.map(([, at, rings]) => at + rings));

export interface Playing {
  /** Settles after the last repeat has ended, or was stopped. */
  ended: Promise<void>;
  stop: () => void;
}

/** Plays a sound a number of times, at a percentage of full volume. Throws if the browser cannot play. */
export function playSound(sound: Sound, { volume, repeat }: { volume: number; repeat: number }): Playing {
  context ??= new AudioContext();
  const now = context;
  void now.resume();
  const voice = voices[sound];
  const out = now.createGain();
  out.gain.value = volume / 100;
  out.connect(now.destination);
  const begin = now.currentTime + 0.02;
  const round = lengthOf(voice) + PAUSE_S;
  const oscillators: OscillatorNode[] = [];
  for (let turn = 0; turn < repeat; turn++) {
    for (const [pitch, at, rings] of voice.tones) {
      oscillators.push(tone(now, out, voice.wave, pitch, begin + turn * round + at, rings));
    }
  }
  const ended = Promise.withResolvers<void>();
  const timer = setTimeout(ended.resolve, (round * repeat + 0.02) * 1_000);
  return {
    ended: ended.promise,
    stop: () => {
      clearTimeout(timer);
      for (const each of oscillators) each.stop();
      out.disconnect();
      ended.resolve();
    },
  };
}

/** A struck tone that decays, like a bell or a wooden bar. */
function tone(
  now: AudioContext,
  out: AudioNode,
  wave: OscillatorType,
  pitch: number,
  at: number,
  rings: number,
): OscillatorNode {
  const loudness = now.createGain();
  loudness.gain.setValueAtTime(0, at);
  loudness.gain.linearRampToValueAtTime(0.5, at + 0.01);
  loudness.gain.exponentialRampToValueAtTime(0.001, at + rings);
  loudness.connect(out);
  const oscillator = now.createOscillator();
  oscillator.type = wave;
  oscillator.frequency.value = pitch;
  oscillator.connect(loudness);
  oscillator.start(at);
  oscillator.stop(at + rings);
  return oscillator;
}
