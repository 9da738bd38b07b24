import { predict, type Model, type Prediction } from "#workers/nlu/predict.ts";

/** What a text means to a model, whatever kind of model it is. */
export async function classify(model: Model, text: string): Promise<Prediction> {
  return predict(model, text);
}
