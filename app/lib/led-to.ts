import { LEADING, type Leading } from "./commands.ts";
import { menu } from "./menu.ts";
import { useKeys } from "./single-keys.ts";

/** Sections whose names are others, and a screen that begins none. */
const SECTIONS: Partial<Record<Leading, string>> = {
  agents: "nlp",
  goChats: "chat",
  goJourneys: "journey",
  goTemplates: "template",
};
const BESIDE: Partial<Record<Leading, string>> = {
  dashboard: "/dashboard",
  goReport: "/nlp-report/overview",
};

const sections = menu.flatMap((group) => group.sections);

/** "goRichCard" leads to the section "richCard". */
const sectionOf = (id: Leading): string => SECTIONS[id] ?? id.charAt(2).toLowerCase() + id.slice(3);

/** Addresses of the screens that commands lead to: the first one of a section. */
export const LED_TO = Object.fromEntries(
  LEADING.map((id) => [
    id,
    BESIDE[id] ?? sections.find((section) => section.id === sectionOf(id))?.entries[0]?.to ?? "",
  ]),
) as Record<Leading, string>;

/** Tells the key that leads to an address. */
export function useKeyTo(): (to: string) => string {
  const keyOf = useKeys();
  return (to) => {
    const id = LEADING.find((each) => LED_TO[each] === to);
    return id ? keyOf(id) : "";
  };
}
