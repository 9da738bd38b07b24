import { type ComponentType, useEffect, useState } from "react";
import { loadPart } from "#app/lib/load-part.ts";

/** The corner of chats, apart from the first screen's scripts: nobody waits for it. */
export function ChatCorner() {
  const [Ready, setReady] = useState<ComponentType>();
  useEffect(() => {
    let gone = false;
    // Without it everything else works; the next page of the console tries again.
    loadPart(() => import("./corner.tsx")).then(
      ({ Corner }) => gone || setReady(() => Corner),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, []);
  return Ready ? <Ready /> : <span className="size-9" />;
}
