import { useEffect, useRef, useState } from "react";
import { cx } from "#app/components/ui/cx.ts";
import { usePicture } from "#app/components/use-picture.ts";
import type { Artifact } from "#workers/contract/endpoints/library.ts";
import { MarkIcon } from "./mark-icon.tsx";

/** The picture of an entry once it is in sight, or the icon of its kind; a picture that fails keeps the icon. */
export function Thumb({ data, className }: { data: Artifact["data"]; className: string }) {
  const box = useRef<HTMLSpanElement>(null);
  const [seen, setSeen] = useState(false);
  const [broken, setBroken] = useState(false);
  useEffect(() => {
    if (data.type !== "IMAGE" || !box.current) return;
    const watching = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      setSeen(true);
      watching.disconnect();
    });
    watching.observe(box.current);
    return () => watching.disconnect();
  }, [data.type]);
  const url = usePicture(seen ? data.fileId : undefined);
  return (
    <span
      ref={box}
      className={cx("flex items-center justify-center overflow-hidden bg-sunken text-muted", className)}
    >
      {url && !broken ? (
        <img src={url} alt="" onError={() => setBroken(true)} className="h-full w-full object-cover" />
      ) : (
        <MarkIcon mark={data.type} />
      )}
    </span>
  );
}
