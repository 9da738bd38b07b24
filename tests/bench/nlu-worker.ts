import { loadModel, predict, type Model } from "#workers/nlu/predict.ts";
import { Encoder } from "#workers/nlu/encoder/encoder.ts";
import kernel from "#workers/nlu/encoder/kernel/multiply.wasm";
import { meaningOfSentences, meaningOfWords, type Meant } from "#workers/nlu/meaning.ts";
import { englishWords } from "#workers/nlu/words/shipped.ts";
import { trainingSteps, type TrainingInput } from "#workers/nlu/train.ts";

let model: Model | undefined;
let encoder: Encoder | undefined;
const { scheduler: clock } = globalThis as unknown as { scheduler: { wait(ms: number): Promise<void> } };

/** By sentences where there is an encoder, as for Semantic. */
const meaning = (): Meant =>
  encoder
    ? {
        ...meaningOfSentences(encoder.id),
        put: (text, into, at) => into.set(encoder?.encode(text) ?? [], at),
      }
    : meaningOfWords(englishWords());

/** The engine alone in a Worker, so that its figures are a Worker's: heap, CPU, bytes. */
export default {
  async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === "/encoder") {
      encoder = new Encoder(new Uint8Array(await request.arrayBuffer()), kernel);
      return new Response();
    }
    const body = (await request.json()) as unknown;
    switch (pathname) {
      case "/train": {
        const steps = trainingSteps({ ...(body as TrainingInput), meaning: meaning() });
        for (;;) {
          const step = steps.next();
          if (step.done) {
            model = loadModel(step.value.model, englishWords);
            return Response.json({ bytes: step.value.model.byteLength, report: step.value.report });
          }
          await clock.wait(0);
        }
      }
      case "/predict": {
        const trained = model;
        if (!trained) return new Response("not trained", { status: 409 });
        return Response.json(
          (body as string[]).map((text) =>
            predict(trained, text, encoder?.encode(text)).candidates.slice(0, 2),
          ),
        );
      }
      case "/allocate": {
        // Retains more than the heap may hold: this must end the Worker, or the limit is not in force.
        const kept: number[][] = [];
        for (let index = 0; index < Number(body); index++)
          kept.push(Array.from({ length: 131_072 }, (_, at) => at + 0.5));
        return Response.json(kept.length);
      }
      default:
        return new Response(null, { status: 404 });
    }
  },
};
