import { Download, FolderOpen } from "lucide-react";
import { useState } from "react";
import { saveFile } from "#app/data/save-file.ts";
import { useDriveFile } from "#app/data/use-drive-file.ts";
import { LocalMedium } from "#app/components/local-medium.tsx";
import { Failure } from "#app/components/ui/banner.tsx";
import { BusyLine } from "#app/components/ui/busy-line.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { can, useSession } from "#app/session/session.ts";
import { speechTexts as texts } from "#texts/speech.ts";
import { writers } from "#workers/contract/endpoints/drive.ts";
import type { SpeechDetail } from "#workers/contract/endpoints/speech.ts";
import { KeepDialog } from "./keep-dialog.tsx";
import { wavOf } from "./wav.ts";

/** A sound that was made: played, downloaded as MP3 or WAV, kept in the library. */
export function SpokenEntry({ entry: { name, text, fileId, mediaType } }: { entry: SpeechDetail }) {
  const { blob, failure, again } = useDriveFile(fileId);
  const [wavFailure, setWavFailure] = useState("");
  const [isKeeping, setKeeping] = useState(false);
  const { profile, features } = useSession();
  const isMp3 = mediaType === "audio/mpeg";
  const mayKeep = isMp3 && features.artifacts && can(profile, writers);
  const saveWav = async (sound: Blob) => {
    setWavFailure("");
    try {
      saveFile(isMp3 ? await wavOf(sound) : sound, "speech.wav");
    } catch {
      setWavFailure(texts.wavFailed);
    }
  };
  return (
    <div className="grid gap-4">
      {blob ? (
        <>
          <LocalMedium file={blob} kind="audio" label={name} />
          <div className="flex flex-wrap gap-2">
            {isMp3 && (
              <Button icon={<Download aria-hidden />} onClick={() => saveFile(blob, "speech.mp3")}>
                {texts.download("MP3")}
              </Button>
            )}
            <Button icon={<Download aria-hidden />} onClick={() => void saveWav(blob)}>
              {texts.download("WAV")}
            </Button>
            {mayKeep && (
              <Button icon={<FolderOpen aria-hidden />} onClick={() => setKeeping(true)}>
                {texts.keep}
              </Button>
            )}
          </div>
          <Failure text={wavFailure} />
        </>
      ) : failure ? (
        <ErrorState text={failure} onRetry={again} />
      ) : (
        <BusyLine />
      )}
      <section aria-labelledby="spoken-text" className="grid gap-1">
        <h3 id="spoken-text" className="font-semibold">
          {texts.text}
        </h3>
        <p className="rounded-lg bg-sunken p-3 [overflow-wrap:anywhere] whitespace-pre-wrap">
          <bdi>{text}</bdi>
        </p>
      </section>
      {isKeeping && fileId !== null && (
        <KeepDialog name={name} fileId={fileId} onClose={() => setKeeping(false)} />
      )}
    </div>
  );
}
