import type { Wishes } from "./engine.ts";
import type { Screen } from "./screen.ts";
import type { World } from "./world.ts";

/** The inputs of a walk: a screen in one of the browsers, and words that no other walk has used. */
export interface Walk {
  screen: Screen;
  world: World;
  /** A name that nobody else has. */
  unique(name: string): string;
  /** A number that nobody else has, without its country. */
  phone(): string;
  /** Keeps a picture of the window, to be looked at. */
  shot(name: string): Promise<void>;
  /** Console errors that this walk means to cause. */
  expects(error: RegExp): void;
  /** Another browser of the kind, with nothing in its memory. */
  another(wishes: Wishes): Promise<Screen>;
}

export interface Task {
  name: string;
  /** Begins at the sign-in page, as somebody whom the browser does not know. */
  signedOut?: true;
  walk(of: Walk): Promise<void>;
}
