import { loadModel, predict, type Model } from "#workers/nlu/predict.ts";
import { englishWords } from "#workers/nlu/words/shipped.ts";
import { trainingSteps, type TrainingInput } from "#workers/nlu/train.ts";

let model: Model | undefined;
const { scheduler: clock } = globalThis as unknown as { scheduler: { wait(ms: number): Promise<void> } };

/** The engine alone in a Worker, so that its figures are a Worker's: heap, CPU, bytes. */
export default {
  async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const body = (await request.json()) as unknown;
    switch (pathname) {
      case "/train": {
        const steps = trainingSteps({ ...(body as TrainingInput), words: englishWords() });
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
        return Response.json((body as string[]).map((text) => predict(trained, text).candidates.slice(0, 2)));
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
