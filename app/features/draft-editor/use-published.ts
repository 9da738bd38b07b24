import { useState } from "react";

interface Draft<Problem> {
  problems: readonly Problem[];
  /** Number of the published version; null before the first. */
  version: number | null;
  /** The draft differs from it. */
  changed: boolean;
}

/** The problems of a draft that has versions, and what of it is published; both follow what is saved and taken. */
export function usePublished<Problem>(draft: Draft<Problem>) {
  const [problems, setProblems] = useState<readonly Problem[]>(draft.problems);
  const [published, setPublished] = useState({ version: draft.version, changed: draft.changed });
  return {
    shown: {
      problems,
      published,
      setPublished: (version: number) => setPublished({ version, changed: false }),
    },
    onSaved: (answer: Pick<Draft<Problem>, "problems">) => {
      setProblems(answer.problems);
      setPublished((before) => ({ ...before, changed: true }));
    },
    onTaken: (other: Draft<Problem>) => {
      setProblems(other.problems);
      setPublished({ version: other.version, changed: other.changed });
    },
  };
}
