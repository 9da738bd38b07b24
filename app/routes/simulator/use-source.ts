import { useCallback } from "react";

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
