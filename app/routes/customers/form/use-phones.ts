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

const KEY = "customerCountry";

/** The country of the last saved number, else the most likely one for the browser's language. */
export function usualCountry(): string {
  try {
    const kept = localStorage.getItem(KEY);
    return kept ?? new Intl.Locale(navigator.language).maximize().region ?? "";
  } catch {
    return "";
  }
}

export function rememberCountry(country: string): void {
  try {
    localStorage.setItem(KEY, country);
  } catch {
    // The storage is full or blocked: the country has to be chosen again next time.
  }
}
