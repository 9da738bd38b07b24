import { useEffect } from "react";
import { useStore } from "#app/lib/store.ts";
import { type Call, type CallView, NEW_CALL } from "./call.ts";

/** The call as it is now; its devices and connections go with the screen. */
export function useCall(call: Call): CallView {
  useEffect(() => () => call.close(), [call]);
  return useStore(call.view, NEW_CALL);
}
