export interface Place {
  left: number;
  top: number;
}

const CONTROLS =
  "a[href],button,input,select,textarea,summary,[role=tab],[role=option],[role=menuitem],[contenteditable=true],[tabindex='0']";
const MARGIN = 16;
/** Below the console's top bar. */
const TOP = 60;
const STEP = 32;
/** A press beside a control is meant for it. */
const AROUND = 4;

/**
 * Finds a place at which a box covers no control that can be used now: the present one if it is still free, a corner,
 * or anything between; otherwise the place that covers least.
 */
export function freePlace(box: HTMLElement, now: Place | undefined): Place {
  const { offsetWidth: width, offsetHeight: height } = box;
  const controls = controlsBeside(box);
  const coveredAt = ({ left, top }: Place) =>
    controls.reduce(
      (sum, each) => sum + overlap(each, { left, top, right: left + width, bottom: top + height }),
      0,
    );
  let best: Place | undefined;
  let least = Infinity;
  for (const place of [...(now ? [now] : []), ...placesFor(width, height)]) {
    const covered = coveredAt(place);
    if (covered === 0) return place;
    if (covered < least) [best, least] = [place, covered];
  }
  return best ?? { left: MARGIN, top: TOP };
}

function placesFor(width: number, height: number): Place[] {
  const { clientWidth, clientHeight } = document.documentElement;
  const right = Math.max(clientWidth - width - MARGIN, 0);
  const [center, bottom] = [Math.max((clientWidth - width) / 2, 0), clientHeight - height - MARGIN];
  const columns = [right, Math.min(MARGIN, right), center];
  const rows = [bottom, TOP];
  for (let top = bottom - STEP; top > TOP; top -= STEP) rows.push(top);
  return rows.flatMap((top) => columns.map((left) => ({ left, top })));
}

type Box = Pick<DOMRect, "left" | "top" | "right" | "bottom">;

function controlsBeside(box: HTMLElement): Box[] {
  const found: Box[] = [];
  for (const control of document.querySelectorAll(CONTROLS)) {
    // A modal dialog makes the rest of the page inert.
    if (box.contains(control) || control.closest("[inert]")) continue;
    const { left, top, right, bottom } = control.getBoundingClientRect();
    if (right <= left || bottom <= top || !control.checkVisibility({ visibilityProperty: true })) continue;
    found.push({ left: left - AROUND, top: top - AROUND, right: right + AROUND, bottom: bottom + AROUND });
  }
  return found;
}

function overlap(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}
