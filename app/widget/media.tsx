/** @jsxImportSource preact */
import { useEffect, useRef, useState } from "preact/hooks";
import type { WidgetTexts } from "#texts/widget.ts";
import type { MediaKind, Medium } from "#workers/contract/message-body.ts";
import { OutLink } from "./linked.tsx";

export function MediumShown({
  kind,
  medium,
  texts,
  file,
}: Omit<Stored, "fileId" | "name"> & { kind: MediaKind; medium: Medium }) {
  const [broken, setBroken] = useState(false);
  const name = medium.name ?? medium.url?.split("/").at(-1) ?? "";
  if (medium.fileId !== undefined) {
    return kind === "image" ? (
      <Picture fileId={medium.fileId} name={name} texts={texts} file={file} />
    ) : (
      <Save fileId={medium.fileId} name={name} texts={texts} file={file} />
    );
  }
  if (!medium.url) return <>{texts.unknown}</>;
  if (kind === "image" && !broken && medium.url.startsWith("https:")) {
    return (
      <img
        src={medium.url}
        alt={name ? texts.pictureOf(name) : texts.picture}
        referrerpolicy="no-referrer"
        loading="lazy"
        onError={() => setBroken(true)}
      />
    );
  }
  return (
    <OutLink texts={texts} href={medium.url}>
      {name || texts.picture}
    </OutLink>
  );
}

interface Stored {
  fileId: string;
  name: string;
  texts: WidgetTexts;
  file: (fileId: string) => Promise<Blob>;
}

/** Longest side of a picture in the log, in CSS pixels. */
const SIDE = 240;

/** Drawn rather than linked: the site's policy need not allow pictures of ours, nor of blob addresses. */
function Picture({ fileId, name, texts, file }: Stored) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let gone = false;
    const draw = async () => {
      const bitmap = await createImageBitmap(await file(fileId));
      const { current } = canvas;
      if (gone || !current) return;
      const scale = Math.min(1, (SIDE * devicePixelRatio) / Math.max(bitmap.width, bitmap.height));
      current.width = Math.max(1, Math.round(bitmap.width * scale));
      current.height = Math.max(1, Math.round(bitmap.height * scale));
      current.getContext("2d")?.drawImage(bitmap, 0, 0, current.width, current.height);
      bitmap.close();
    };
    draw().catch(() => gone || setFailed(true));
    return () => {
      gone = true;
    };
  }, [fileId, file]);
  return (
    <>
      {!failed && (
        <canvas
          ref={canvas}
          width={SIDE}
          height={SIDE / 2}
          role="img"
          aria-label={name ? texts.pictureOf(name) : texts.picture}
        />
      )}
      <Save fileId={fileId} name={name || texts.picture} texts={texts} file={file} />
    </>
  );
}

function Save({ fileId, name, texts, file }: Stored) {
  const [failed, setFailed] = useState(false);
  const save = async () => {
    const address = URL.createObjectURL(await file(fileId));
    const link = document.createElement("a");
    link.href = address;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  };
  return (
    <>
      <button
        type="button"
        class="link"
        onClick={() => {
          setFailed(false);
          save().catch(() => setFailed(true));
        }}
      >
        {texts.download(name)}
      </button>
      {failed && <span role="alert"> {texts.loadFailed}</span>}
    </>
  );
}
