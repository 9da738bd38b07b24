/** Whether this browser makes calls at all; on a page that did not come over https it does not. */
export const canCall = (): boolean =>
  typeof RTCPeerConnection !== "undefined" && typeof navigator.mediaDevices?.getUserMedia === "function";

const PICTURE = { width: { ideal: 1280 }, height: { ideal: 720 } };

/** Camera and microphone, or what of them can be opened; null for neither. */
export async function openDevices({ camera = true } = {}): Promise<MediaStream | null> {
  const tries: MediaStreamConstraints[] = [
    ...(camera ? [{ audio: true, video: PICTURE }] : []),
    { audio: true },
    ...(camera ? [{ video: PICTURE }] : []),
  ];
  for (const wanted of tries) {
    try {
      return await navigator.mediaDevices.getUserMedia(wanted);
    } catch {
      // The next asks for less.
    }
  }
  return null;
}
