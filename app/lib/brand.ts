import { productName } from "#app/lib/product.ts";
import { createStore } from "#app/lib/store.ts";
import { familyOf, isColour, type ThemeName } from "#workers/contract/accent.ts";

/** An enterprise's branding of the console. */
export interface Brand {
  title: string;
  logoId: string;
  accent: string;
  accentDark: string;
}

/**
 * Stored per device, and kept after a logout: it holds no personal data, and the sign-in page looks like the console.
 */
export const BRAND_KEY = "brand";

export const usualBrand: Brand = {
  // On the server it is known with the first request.
  get title() {
    return productName();
  },
  logoId: "",
  accent: "",
  accentDark: "",
};

export const brandStore = createStore<Brand>(readBrand());

export function setBrand(brand: Brand): void {
  try {
    localStorage.setItem(BRAND_KEY, JSON.stringify(brand));
  } catch {
    // The storage is full or forbidden: the next page starts with the default colours.
  }
  brandStore.set(brand);
  paintBrand();
}

let sheet: CSSStyleSheet | undefined;

/**
 * Overrides the default colours with an enterprise's. It uses a constructed style sheet: the page's policy allows no
 * inline styles, and unlayered rules win over layered ones.
 */
export function paintBrand(): void {
  const { accent, accentDark } = brandStore.get();
  const rules = [rule(":root", accent, "light"), rule(".dark", accentDark, "dark")].join("\n");
  if (!sheet) {
    if (rules.trim() === "") return;
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }
  sheet.replaceSync(rules);
}

/** Without a colour of its own the dark theme stays as it is, so the light one's rule ends where dark begins. */
function rule(selector: string, accent: string, theme: ThemeName): string {
  if (!isColour(accent)) return "";
  const where = theme === "light" ? `${selector}:not(.dark)` : selector;
  return `${where} { ${declarationsOf(accent, theme)} }`;
}

/** The custom properties of an accent and its family. */
export const propertiesOf = (accent: string, theme: ThemeName): Record<string, string> => {
  const { strong, on, soft, ink } = familyOf(accent, theme);
  return {
    "--accent": accent,
    "--accent-strong": strong,
    "--on-accent": on,
    "--accent-soft": soft,
    "--accent-ink": ink,
  };
};

const declarationsOf = (accent: string, theme: ThemeName): string =>
  Object.entries(propertiesOf(accent, theme))
    .map(([name, value]) => `${name}: ${value};`)
    .join(" ");

function readBrand(): Brand {
  if (typeof localStorage === "undefined") return usualBrand;
  try {
    const kept = JSON.parse(localStorage.getItem(BRAND_KEY) ?? "null") as Partial<Brand> | null;
    return { ...usualBrand, ...kept };
  } catch {
    return usualBrand;
  }
}
