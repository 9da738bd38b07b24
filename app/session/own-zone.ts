import { useState } from "react";
import { useSession } from "#app/session/session.ts";
import { readerZone } from "#app/lib/reader-zone.ts";
import { currentZone } from "#workers/contract/timezones.ts";

/** The time zone of the person who is signed in; the browser's where they have chosen none. */
export function useOwnZone(): string {
  const { profile } = useSession();
  const [zone] = useState(() => profile.timezone || currentZone(readerZone()));
  return zone;
}
