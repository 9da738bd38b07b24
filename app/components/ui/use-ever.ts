import { useState } from "react";

/**
 * A dialog is there from its first opening on. Before that, and so on the server, it would only leave a marker whose
 * inline style the Content-Security-Policy refuses.
 */
export function useEver(open: boolean): boolean {
  const [ever, setEver] = useState(open);
  if (open && !ever) setEver(true);
  return ever || open;
}
