const HEAD = 44;

/** Uncompressed WAV, 16 bit, of any sound that the browser reads. Throws for another. */
export async function wavOf(sound: Blob): Promise<Blob> {
  const context = new AudioContext();
  try {
    const buffer = await context.decodeAudioData(await sound.arrayBuffer());
    const channels = Array.from({ length: buffer.numberOfChannels }, (_, at) => buffer.getChannelData(at));
    return asWav(channels, buffer.sampleRate);
  } finally {
    await context.close();
  }
}

/** Channels of equal length, their samples from -1 to 1. */
function asWav(channels: readonly Float32Array[], sampleRate: number): Blob {
  const samples = channels[0]?.length ?? 0;
  const frame = channels.length * 2;
  const view = new DataView(new ArrayBuffer(HEAD + samples * frame));
  const write = (at: number, text: string) =>
    [...text].forEach((letter, place) => view.setUint8(at + place, letter.charCodeAt(0)));
  write(0, "RIFF");
  view.setUint32(4, HEAD - 8 + samples * frame, true);
  write(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, channels.length, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * frame, true);
  view.setUint16(32, frame, true);
  view.setUint16(34, 16, true);
  write(36, "data");
  view.setUint32(40, samples * frame, true);
  channels.forEach((channel, place) => {
    for (let at = 0; at < samples; at++) {
      const value = Math.max(-1, Math.min(1, channel[at] ?? 0));
      view.setInt16(HEAD + at * frame + place * 2, Math.round(value * 32_767), true);
    }
  });
  return new Blob([view.buffer], { type: "audio/wav" });
}
