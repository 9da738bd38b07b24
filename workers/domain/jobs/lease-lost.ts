/** Somebody else has taken the job over: stop without a trace. */
export class LeaseLost extends Error {}
