import * as messages from "#app/messages.ts";

/** Which colours can be an accent: text on it is readable (4.5:1), and it can be seen on every ground (3:1). */

export type ThemeName = "light" | "dark";
export const TEXT_RATIO = 4.5;
export const PART_RATIO = 3;

/** The grounds on which an accent stands, and what is written on it; app/app.css has the same, a test compares them. */
export const accentGrounds: Record<ThemeName, { on: string; grounds: readonly string[] }> = {
  light: { on: "#ffffff", grounds: ["#f5f7f8", "#ffffff", "#ecf0f2", "#eef2f4"] },
  dark: { on: "#0c1216", grounds: ["#0f161b", "#172028", "#1d2831", "#0c1216", "#222e38"] },
};

/** The accent's family in a theme: pressed, written upon, as a soft ground, as text. */
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

/** 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** So much of the other colour in the first, 0 to 1. */
function mix(one: string, other: string, share: number): string {
  const others = channels(other);
  const mixed = channels(one).map((value, at) => Math.round(value + ((others[at] ?? 0) - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** Away from the ground by small steps, until it is good. */
function pushed(colour: string, theme: ThemeName, good: (candidate: string) => boolean): string {
  const end = theme === "light" ? "#000000" : "#ffffff";
  for (let share = 0; share < 1; share += 0.02) {
    const candidate = mix(colour, end, share);
    if (good(candidate)) return candidate;
  }
  return end;
}

export interface Contrasts {
  /** Of the text on it. */
  text: number;
  /** Against the ground on which it is seen worst. */
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

/** The nearest colour of the kind that can be taken. */
export const suggestionFor = (colour: string, theme: ThemeName): string =>
  pushed(colour, theme, (candidate) => isGood(candidate, theme));

/** Rounded down, so that 4.49 never reads as 4.5. */
export const ratioText = (ratio: number): string => (Math.floor(ratio * 10) / 10).toFixed(1);

/** Why a colour cannot be the accent of a theme, and which could; nothing for one that can. */
export function accentProblem(colour: string, theme: ThemeName): string | undefined {
  const texts = messages.enterprise;
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

/** All that a screen needs of an accent. What is text is pushed until it can be read wherever it stands. */
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
