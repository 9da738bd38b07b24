import { useState } from "react";

/**
 * True from the first opening of a dialog on. Rendered before that, and so on the server, the dialog would only leave a
 * marker with an inline style that the Content-Security-Policy refuses.
 */
export function useEver(open: boolean): boolean {
  const [ever, setEver] = useState(open);
  if (open && !ever) setEver(true);
  return ever || open;
}
