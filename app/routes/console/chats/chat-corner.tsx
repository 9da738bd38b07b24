import { type ComponentType, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { loadPart } from "#app/lib/load-part.ts";

/** The corner of chats, apart from the first screen's scripts: nobody waits for it. */
export function ChatCorner() {
  const [Ready, setReady] = useState<ComponentType>();
  const { pathname } = useLocation();
  useEffect(() => {
    let gone = false;
    if (Ready) return;
    // Without it everything else works; the next screen tries again.
    loadPart(() => import("./corner.tsx")).then(
      ({ Corner }) => gone || setReady(() => Corner),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [Ready, pathname]);
  return Ready ? <Ready /> : <span className="size-9" />;
}
