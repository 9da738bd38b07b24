import { z } from "zod";
import { errorsTexts } from "#texts/errors.ts";
import { draftPlace } from "../automation-events.ts";

/** One's own socket, which is to hear of a topic for as long as it is asked again. */
export const watching = {
  socketId: z
    .string(errorsTexts.notText)
    .max(64, errorsTexts.tooLong(64))
    .meta({ description: "As the socket's onOpen names it" }),
};

/** The same for a draft, which one person edits at a time. */
export const watchingDraft = {
  ...watching,
  takeOver: z
    .boolean()
    .default(false)
    .meta({ description: "Edits it from now on, whoever does: nothing of theirs is lost or overwritten" }),
  place: draftPlace.optional().meta({
    description:
      "As draftWatched told it to the socket whose place this one takes: whoever edited goes on, unless somebody has taken over or edited for a minute since",
  }),
};
