import { RE2JS } from "re2js";

const LONGEST = 600;

/**
 * Whether a text fits the pattern that a flow's author gave. Takes linear time, so that a pattern of an imported flow
 * cannot hang the tab; one that RE2 does not know (it looks around, or back) is left to WhatsApp.
 */
export function matches(pattern: string, text: string): boolean {
  try {
    return RE2JS.compile(pattern).matcher(text.slice(0, LONGEST)).find();
  } catch {
    return true;
  }
}
