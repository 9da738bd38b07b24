/** The right to act on people of each kind. */
export const EDITS = { journey: "JOURNEYS.EDIT", encap: "ENCAPS.EDIT" } as const;
