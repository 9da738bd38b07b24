import { expect, test } from "vitest";
import { documentLanguage } from "#app/lib/language/language.ts";

const written = (path: string, headers: Record<string, string>) =>
  documentLanguage(new Request(`https://console.example.com${path}`, { headers }));
const HINDI = { "accept-language": "hi-IN,hi;q=0.9,en;q=0.5" };

test.each([
  ["/f/abc", HINDI, "hi"],
  ["/call/abc", HINDI, "hi"],
  ["/call/abc/", { "accept-language": "en-IN,hi;q=0.4" }, "en"],
  ["/call/abc", { "accept-language": "fr" }, "en"],
  ["/f/abc", {}, "en"],
  ["/f/abc", { ...HINDI, cookie: "a=b; language=en" }, "en"],
  ["/login", HINDI, "en"],
  ["/chat/call/abc", HINDI, "en"],
  ["/login", { cookie: "language=hi" }, "hi"],
])("%s for %j is written in %s", (path, headers, language) => expect(written(path, headers)).toBe(language));
