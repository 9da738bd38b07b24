import { enterpriseTexts } from "#texts/enterprise.ts";

/** Rules for accent colours: text on one is readable (4.5:1), and it is visible on every background (3:1). */

export type ThemeName = "light" | "dark";
export const TEXT_RATIO = 4.5;
export const PART_RATIO = 3;

/** Backgrounds of an accent, and the colour of text on it; app/app.css has the same values, a test compares them. */
export const accentGrounds: Record<ThemeName, { on: string; grounds: readonly string[] }> = {
  light: { on: "#ffffff", grounds: ["#f5f7f8", "#ffffff", "#ecf0f2", "#eef2f4"] },
  dark: { on: "#0c1216", grounds: ["#0f161b", "#172028", "#1d2831", "#0c1216", "#222e38"] },
};

/** Variants of the accent in a theme: pressed, text on it, soft background, text colour. */
export interface AccentFamily {
  accent: string;
  strong: string;
  on: string;
  soft: string;
  ink: string;
}

const channels = (hex: string): [number, number, number] => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
];

export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/.test(text);

/** Relative luminance as WCAG defines it. */
function luminance(hex: string): number {
  const [red, green, blue] = channels(hex).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio as WCAG defines it, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Blends `share` of the other colour into the first, 0 to 1. */
function mix(one: string, other: string, share: number): string {
  const others = channels(other);
  const mixed = channels(one).map((value, at) => Math.round(value + ((others[at] ?? 0) - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** Moves the colour away from the background in small steps, until it passes. */
function pushed(colour: string, theme: ThemeName, good: (candidate: string) => boolean): string {
  const end = theme === "light" ? "#000000" : "#ffffff";
  for (let share = 0; share < 1; share += 0.02) {
    const candidate = mix(colour, end, share);
    if (good(candidate)) return candidate;
  }
  return end;
}

export interface Contrasts {
  /** Contrast of the text on it. */
  text: number;
  /** Contrast against its worst background. */
  part: number;
}

export function contrastsOf(colour: string, theme: ThemeName): Contrasts {
  const { on, grounds } = accentGrounds[theme];
  return {
    text: contrast(colour, on),
    part: Math.min(...grounds.map((ground) => contrast(colour, ground))),
  };
}

const isGood = (colour: string, theme: ThemeName): boolean => {
  const { text, part } = contrastsOf(colour, theme);
  return text >= TEXT_RATIO && part >= PART_RATIO;
};

/** The nearest acceptable colour of the same hue. */
export const suggestionFor = (colour: string, theme: ThemeName): string =>
  pushed(colour, theme, (candidate) => isGood(candidate, theme));

/** Rounded down, so that 4.49 never reads as 4.5. */
export const ratioText = (ratio: number): string => (Math.floor(ratio * 10) / 10).toFixed(1);

/** Explains why a colour cannot be a theme's accent, and suggests one that can; undefined for a valid colour. */
export function accentProblem(colour: string, theme: ThemeName): string | undefined {
  const texts = enterpriseTexts;
  if (!isColour(colour)) return texts.colourInvalid;
  const { text, part } = contrastsOf(colour, theme);
  const better = suggestionFor(colour, theme);
  if (text < TEXT_RATIO) {
    return theme === "light"
      ? texts.tooLight(ratioText(text), better)
      : texts.tooDark(ratioText(text), better);
  }
  return part < PART_RATIO ? texts.unseen(ratioText(part), better) : undefined;
}

/** The variants of an accent. The text variant is darkened or lightened until it is readable on every background. */
export function familyOf(accent: string, theme: ThemeName): AccentFamily {
  const { on, grounds } = accentGrounds[theme];
  const light = theme === "light";
  const soft = light ? mix("#ffffff", accent, 0.12) : mix("#172028", accent, 0.2);
  const readable = (candidate: string) =>
    [...grounds, soft].every((ground) => contrast(candidate, ground) >= TEXT_RATIO);
  return {
    accent,
    strong: mix(accent, light ? "#000000" : "#ffffff", 0.22),
    on,
    soft,
    ink: pushed(accent, theme, readable),
  };
}
