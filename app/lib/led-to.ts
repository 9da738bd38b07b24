import { LEADING, type Leading } from "./commands.ts";
import { useSession } from "#app/session/session.ts";
import { isForbidden, menu, switchedOff } from "./menu.ts";
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

/** The screens of each command, those of a section in its order. */
const SCREENS = Object.fromEntries(
  LEADING.map((id) => {
    const beside = BESIDE[id];
    const section = sections.find((each) => each.id === sectionOf(id));
    return [id, beside ? [beside] : (section?.entries ?? []).map(({ to }) => to)];
  }),
) as Record<Leading, string[]>;

/** Addresses of the screens that commands lead to for who may open all: the first one of a section. */
export const LED_TO = Object.fromEntries(LEADING.map((id) => [id, SCREENS[id][0] ?? ""])) as Record<
  Leading,
  string
>;

/** Where a command leads a person: to the first screen of its section that they may open, if there is one. */
export const ledTo = (id: Leading, mayOpen: (path: string) => boolean): string | undefined =>
  SCREENS[id].find(mayOpen);

/** Tells the key that leads to an address. */
export function useKeyTo(): (to: string) => string {
  const keyOf = useKeys();
  const { profile, features } = useSession();
  const mayOpen = (path: string) => !isForbidden(path, profile, features) && !switchedOff(path, features);
  return (to) => {
    const id = LEADING.find((each) => ledTo(each, mayOpen) === to);
    return id ? keyOf(id) : "";
  };
}
