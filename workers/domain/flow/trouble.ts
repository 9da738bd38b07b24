import { automationTexts } from "#texts/automation.ts";

const texts = automationTexts.failures;

interface More {
  /** The reason may pass. */
  retryable?: boolean;
  /** The failure's own port, taken before "error" where something is connected to it. */
  port?: string;
  timedOut?: boolean;
  /** Ends the run whatever the graph says, since the graph is what runs away. */
  final?: boolean;
}

/** An error of a node. It is tried again if that may help, else the run leaves by a port for it, or fails. */
export class Trouble extends Error {
  readonly code: string;
  readonly sentence: string;
  readonly more: More;

  constructor(code: string, sentence: string, more: More = {}) {
    super(sentence);
    [this.code, this.sentence, this.more] = [code, sentence, more];
  }
}

export const expressionTrouble = (reason: string): Trouble =>
  new Trouble("expression", texts.expression(reason));
