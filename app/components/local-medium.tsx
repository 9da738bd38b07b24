import { type ComponentProps, useCallback } from "react";
import type { MediaKind } from "#workers/contract/message-body.ts";

type Shown = HTMLImageElement | HTMLMediaElement;

/** A ref for the element that shows a file of this device, for as long as it does. */
export const useSource = (file: Blob): ((element: Shown | null) => (() => void) | undefined) =>
  useCallback(
    (element) => {
      if (!element) return undefined;
      const url = URL.createObjectURL(file);
      element.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [file],
  );

/** A sound of the person's own. */
export const Sound = (props: ComponentProps<"audio">) => (
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- Nobody has written down what was just said.
  <audio {...props} />
);

/** Shows a file of this device, or lets it be played. */
export function LocalMedium({
  file,
  kind,
  label,
  autoPlay = false,
}: {
  file: Blob;
  kind: Exclude<MediaKind, "document">;
  label: string;
  autoPlay?: boolean;
}) {
  const source = useSource(file);
  const size = "max-h-60 max-w-full justify-self-start rounded-lg";
  switch (kind) {
    case "image":
      return <img ref={source} alt={label} className={size} />;
    case "video":
      return <video ref={source} aria-label={label} controls muted className={size} />;
    case "audio":
      return (
        <Sound ref={source} aria-label={label} controls autoPlay={autoPlay} className="w-full max-w-80" />
      );
    default:
      return kind satisfies never;
  }
}
