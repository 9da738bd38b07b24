import { useEffect, useState } from "react";
import { loadPart } from "#app/lib/load-part.ts";
import type { Phones } from "./phones.ts";

/** The phone number rules, once loaded. Without them the server still validates the number. */
export function usePhones(): Phones | undefined {
  const [phones, setPhones] = useState<Phones>();
  useEffect(() => {
    let wanted = true;
    loadPart(() => import("./phones.ts")).then(
      (loaded) => wanted && setPhones(loaded.phones),
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, []);
  return phones;
}
