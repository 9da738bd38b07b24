import { useEffect, useState } from "react";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { loadPart } from "#app/lib/load-part.ts";

/** The QR code is drawn in the browser by a lazily loaded library, so no third party sees what it says. */
export function QrPicture({ uri, label }: { /** The text of the code. */ uri: string; label: string }) {
  const [path, setPath] = useState<{ d: string; size: number }>();
  useEffect(() => {
    let gone = false;
    void loadPart(() => import("uqr")).then(({ encode }) => {
      const { data, size } = encode(uri, { ecc: "M", border: 2 });
      const d = data
        .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
        .join("");
      if (!gone) setPath({ d, size });
    });
    return () => {
      gone = true;
    };
  }, [uri]);
  // Dark on light in both themes: many scanners read nothing else.
  return path ? (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${path.size} ${path.size}`}
      shapeRendering="crispEdges"
      className="size-48 justify-self-center rounded-lg"
    >
      <rect width="100%" height="100%" fill="#ffffff" />
      <path d={path.d} fill="#000000" />
    </svg>
  ) : (
    <Skeleton className="size-48 justify-self-center" />
  );
}
