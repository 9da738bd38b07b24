/** The way a person would name a thing on the screen; each step looks within what the one before has found. */
export type Step =
  | { by: "role"; role: string; name?: Words; exact?: boolean }
  | { by: "label"; name: Words; exact?: boolean }
  | { by: "text"; name: Words; exact?: boolean }
  /** Those of the found that have such words in them. */
  | { by: "having"; name: Words }
  | { by: "nth"; at: number }
  /** For what has neither words nor a role, such as the drawing of a chart. */
  | { by: "css"; css: string };

/** Part of a name, whatever its case; or a regular expression. */
export type Words = string | { source: string; flags: string };

/** The facts that can be read off the first that was found. */
export interface Seen {
  count: number;
  text: string;
  value: string;
  isOff: boolean;
  isChecked: boolean;
  hasFocus: boolean;
  /** Where a press meets it; not given where something else lies over it. */
  point?: { x: number; y: number };
  over?: string;
  box?: { x: number; y: number; width: number; height: number };
}

/**
 * The body of a function of the page, null before axe is there: finds by role and name as assistive technology has them, which axe computes alike in
 * every browser. `arguments`: the way, whether it is to be scrolled to, and what to do with what was found.
 */
export const FIND = String.raw`
  if (!("axe" in window)) return null;
  const [way, scrolls, deed, given] = arguments;
  const CONTROLS = "input,select,textarea,[role=textbox],[role=combobox],[role=searchbox],[role=switch],[role=checkbox]";
  const OF_ROLE = {
    button: "button,summary,input[type=button],input[type=submit]", link: "a[href]", heading: "h1,h2,h3,h4,h5,h6",
    textbox: "input,textarea", searchbox: "input", combobox: "select,input", checkbox: "input", radio: "input",
    switch: "input", spinbutton: "input", listitem: "li", list: "ul,ol,menu", row: "tr", table: "table", cell: "td",
    rowheader: "th", columnheader: "th", option: "option", region: "section", navigation: "nav", main: "main",
    dialog: "dialog", img: "img,svg", banner: "header", group: "fieldset,details", status: "output", form: "form",
  };
  const squeezed = (text) => (text ?? "").replace(/\s+/g, " ").trim();
  const fits = (text, name, exact) => {
    if (name === undefined) return true;
    if (typeof name !== "string") return new RegExp(name.source, name.flags).test(squeezed(text));
    return exact ? squeezed(text) === name : squeezed(text).toLowerCase().includes(name.toLowerCase());
  };
  const isShown = (one) => {
    if (one.tagName === "OPTION") return true;
    return one.checkVisibility({ visibilityProperty: true }) && !one.closest("[aria-hidden=true],[inert]");
  };
  let isSetUp = false;
  const axeOf = () => {
    if (!isSetUp) { axe.teardown(); axe.setup(document.documentElement); isSetUp = true; }
    return axe.commons;
  };
  const nameOf = (one) => { try { return axeOf().text.accessibleText(one); } catch { return ""; } };
  const roleOf = (one) => { try { return axeOf().aria.getRole(one); } catch { return null; } };
  const below = (roots, css) => [...new Set(roots.flatMap((root) => [...root.querySelectorAll(css)]))];
  let found = [document];
  for (const step of way) {
    if (step.by === "role") {
      const css = "[role=" + step.role + "]" + (OF_ROLE[step.role] ? "," + OF_ROLE[step.role] : "");
      found = below(found, css).filter((one) => isShown(one) && roleOf(one) === step.role && fits(step.name === undefined ? "" : nameOf(one), step.name, step.exact));
    } else if (step.by === "label") {
      found = below(found, CONTROLS).filter((one) => (one.type === "file" || isShown(one)) && fits(nameOf(one), step.name, step.exact));
    } else if (step.by === "text") {
      const all = below(found, "*").filter((one) => !/^(SCRIPT|STYLE|NOSCRIPT|TITLE)$/.test(one.tagName) && isShown(one) && fits(one.textContent, step.name, step.exact));
      found = all.filter((one) => !all.some((other) => other !== one && one.contains(other)));
    } else if (step.by === "having") {
      found = found.filter((one) => fits(one.textContent, step.name));
    } else if (step.by === "nth") {
      found = found.slice(step.at).slice(0, 1);
    } else {
      // A picture is hidden from those who are told what it shows.
      found = below(found, step.css).filter((one) => one.checkVisibility());
    }
  }
  const [first] = found;
  window.walked = first;
  if (!first || first === document) return { count: 0, text: "", value: "", isOff: false, isChecked: false, hasFocus: false };
  if (scrolls) first.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
  const set = (name, value) => {
    const proto = { SELECT: HTMLSelectElement, TEXTAREA: HTMLTextAreaElement }[first.tagName] ?? HTMLInputElement;
    Object.getOwnPropertyDescriptor(proto.prototype, name).set.call(first, value);
    for (const type of ["input", "change"]) first.dispatchEvent(new Event(type, { bubbles: true }));
  };
  if (deed === "focus") first.focus();
  if (deed === "select") { first.focus(); if (first.select) first.select(); else getSelection().selectAllChildren(first); }
  if (deed === "set") set("value", given);
  if (deed === "choose") {
    const option = [...first.options].find(({ textContent }) => squeezed(textContent) === given) ?? [...first.options].find(({ textContent }) => squeezed(textContent).includes(given));
    if (option) set("value", option.value);
  }
  const box = first.getBoundingClientRect();
  const seen = {
    count: found.length,
    text: squeezed(first.tagName === "SELECT" ? first.textContent : (first.innerText ?? first.textContent)),
    value: first.value === undefined ? squeezed(first.textContent) : String(first.value),
    isOff: first.matches(":disabled") || first.getAttribute("aria-disabled") === "true",
    isChecked: first.checked === true || first.getAttribute("aria-checked") === "true",
    hasFocus: document.activeElement === first,
    box: { x: box.x, y: box.y, width: box.width, height: box.height },
  };
  for (const target of [first, ...(first.labels ?? [])]) {
    const { x, y, width, height } = target.getBoundingClientRect();
    const point = { x: x + width / 2, y: y + height / 2 };
    const met = document.elementFromPoint(point.x, point.y);
    if (met && (target.contains(met) || met.contains(first) && met.tagName === "LABEL")) return { ...seen, point };
    seen.over = met ? met.outerHTML.slice(0, 160) : "out of the window";
  }
  return seen;
`;
