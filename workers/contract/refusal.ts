/**
 * A refusal of the API: the HTTP status, the sentence that a person reads and, where the specification has one, the code
 * on the wire.
 */
export interface Refusal {
  status: number;
  sentence: string;
  wire?: number;
}

/** The refusals of one area, by code. */
export type Refusals = Record<string, Refusal>;
