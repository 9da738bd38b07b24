import { imageSize } from "image-size";
import { useEffect, useId, useState } from "react";
import Cropper from "react-easy-crop";
import "react-easy-crop/react-easy-crop.css";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { driveTexts as texts } from "#texts/drive.ts";
import { uiTexts } from "#texts/ui.ts";
import { whyTexts } from "#texts/why.ts";
import { MOST_PIXELS } from "#workers/contract/endpoints/drive.ts";
import { cropImage, type Area, type Limits } from "./crop-image.ts";

const HEAD_BYTES = 256 * 1024;
const MOST_ZOOM = 4;

/** Crops a picture before upload. By mouse, touch or keys: arrows move, the slider zooms. */
export function CropDialog({
  source,
  aspect,
  round,
  limits,
  onCropped,
  onClose,
}: {
  source: File;
  /** Aspect ratio, width by height. */
  aspect: number;
  round: boolean;
  limits: Limits;
  onCropped: (file: File) => void;
  onClose: () => void;
}) {
  const zoomId = useId();
  const picture = usePicture(source);
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area>();
  const [broken, setBroken] = useState(false);
  const { busy, failure: refusal, send } = useSend();
  const failure = picture.failure || (broken || refusal ? texts.unreadable : "");
  const accept = () => area && send(() => cropImage(source, area, limits), onCropped);

  return (
    <Dialog
      open
      size="lg"
      busy={busy}
      onClose={onClose}
      title={texts.crop}
      description={texts.cropHint}
      footer={
        <>
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
          <Button
            tone="primary"
            busy={busy}
            disabledReason={failure || (area ? undefined : whyTexts.loading)}
            autoFocus
            onClick={() => void accept()}
          >
            {texts.use}
          </Button>
        </>
      }
    >
      {failure ? (
        <Failure text={failure} />
      ) : (
        <div className="grid gap-4">
          <div className="relative h-[min(22rem,50dvh)] overflow-hidden rounded-lg bg-sunken">
            {picture.url && (
              <Cropper
                image={picture.url}
                crop={crop}
                zoom={zoom}
                aspect={aspect}
                maxZoom={MOST_ZOOM}
                cropShape={round ? "round" : "rect"}
                disableAutomaticStylesInjection
                keyboardStep={8}
                cropperProps={{ role: "group", "aria-label": texts.cropArea }}
                mediaProps={{ alt: "", onError: () => setBroken(true) }}
                onCropChange={setCrop}
                onZoomChange={setZoom}
                onCropComplete={(_, pixels) => setArea(pixels)}
              />
            )}
          </div>
          <div className="flex items-center gap-3">
            <label htmlFor={zoomId} className="font-medium">
              {texts.zoom}
            </label>
            <input
              id={zoomId}
              type="range"
              min={1}
              max={MOST_ZOOM}
              step={0.05}
              value={zoom}
              onChange={(event) => setZoom(Number(event.target.value))}
              className="min-h-6 flex-1 accent-accent"
            />
            <output htmlFor={zoomId} className="w-12 text-right text-muted tabular-nums">
              {Math.round(zoom * 100)} %
            </output>
          </div>
        </div>
      )}
    </Dialog>
  );
}

/** An object URL of the picture, once its header shows that it is safe to decode. */
function usePicture(source: File): { url: string; failure: string } {
  const [shown, setShown] = useState({ url: "", failure: "" });
  useEffect(() => {
    let url = "";
    let gone = false;
    void (async () => {
      const failure = await problemOf(source);
      if (gone) return;
      if (!failure) url = URL.createObjectURL(source);
      setShown({ url, failure });
    })();
    return () => {
      gone = true;
      if (url) URL.revokeObjectURL(url);
    };
  }, [source]);
  return shown;
}

/** Reason why a picture is not even shown: its header cannot be read, or it would unfold into gigabytes. */
async function problemOf(source: File): Promise<string> {
  try {
    const { width, height } = imageSize(new Uint8Array(await source.slice(0, HEAD_BYTES).arrayBuffer()));
    return width * height > MOST_PIXELS ? texts.tooManyPixels(String(MOST_PIXELS / 1_000_000)) : "";
  } catch {
    return texts.unreadable;
  }
}
