import { useEffect, useState } from "react";
import type { Phones } from "./phones.ts";

/** The numbers of all countries, once they are loaded. Without them the server still checks what is sent. */
export function usePhones(): Phones | undefined {
  const [phones, setPhones] = useState<Phones>();
  useEffect(() => {
    let wanted = true;
    import("./phones.ts").then(
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

/** Where the last number came from, else where the browser's language is at home. */
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
    // The storage is full or forbidden: it is chosen again next time.
  }
}
