import { aYear, intentBody, nlp, nothingOfAnybody, type Rows } from "./shared.ts";

export const bots: Rows = {
  "agents.list": nothingOfAnybody,
  "agents.save": ({ agentId }) => [
    { path: `${nlp}/agent`, body: { id: agentId, name: "Stolen", description: "x" } },
  ],
  "agents.get": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}` }],
  "agents.remove": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}` }],
  "agents.configure": ({ agentId }) => [
    {
      path: `${nlp}/agent/${agentId}/config`,
      body: {
        entityExtractRetries: 1,
        outOfScopeMessage: "stolen",
        modelType: "SVM",
        confidenceThreshold: 0,
        language: "en",
      },
    },
  ],
  "agents.train": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}/train` }],
  "agents.cancelTraining": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}/train/cancel`, body: {} }],
  "stories.save": ({ agentId, storyId }) => [
    { path: `${nlp}/story`, body: { agentId, name: "Stolen" } },
    { path: `${nlp}/story`, body: { agentId, id: storyId, name: "Stolen" } },
  ],
  "stories.list": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}/story` }],
  "stories.remove": ({ agentId, storyId }) => [{ path: `${nlp}/agent/${agentId}/story/${storyId}` }],
  "intents.list": ({ agentId, storyId }) => [{ path: `${nlp}/v2/agent/${agentId}/story/${storyId}/intent` }],
  "intents.save": (ids) => [
    { path: `${nlp}/intent`, body: intentBody(ids) },
    { path: `${nlp}/intent`, body: { ...intentBody(ids), id: ids.intentId } },
  ],
  "intents.get": ({ agentId, storyId, intentId }) => [
    { path: `${nlp}/agent/${agentId}/story/${storyId}/intent/${intentId}` },
  ],
  "intents.remove": ({ agentId, storyId, intentId }) => [
    { path: `${nlp}/agent/${agentId}/story/${storyId}/intent/${intentId}` },
  ],
  "entities.list": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}/entity` }],
  "entities.get": ({ agentId, entityId }) => [{ path: `${nlp}/agent/${agentId}/entity/${entityId}` }],
  "entities.save": ({ agentId, entityId }) =>
    [undefined, entityId].map((id) => ({
      path: `${nlp}/entity`,
      body: { agentId, id, name: "Stolen", values: [{ value: "x", type: "synonymns" }] },
    })),
  "entities.remove": ({ agentId, entityId }) => [{ path: `${nlp}/agent/${agentId}/entity/${entityId}` }],
  "entities.tryValue": ({ agentId }) => [
    {
      path: `${nlp}/agent/${agentId}/entity/try`,
      body: { value: { value: "x", type: "synonymns" }, text: "x" },
    },
  ],
  "entities.usage": ({ agentId, entityId }) => [{ path: `${nlp}/agent/${agentId}/entity/${entityId}/usage` }],
  "training.versions": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}/versions` }],
  "training.version": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}/versions/1` }],
  "training.serve": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}/versions/1/serve`, body: {} }],
  "training.diff": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}/versiondiff?from=1&to=0` }],
  "training.questions": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}/testquestions` }],
  "training.saveQuestion": ({ agentId, questionId }) => [
    { path: `${nlp}/agent/${agentId}/testquestions`, body: { text: "stolen", intentId: null } },
    { path: `${nlp}/agent/${agentId}/testquestions`, body: { text: "stolen", intentId: null, questionId } },
  ],
  "training.removeQuestion": ({ agentId, questionId }) => [
    { path: `${nlp}/agent/${agentId}/testquestions/${questionId}` },
  ],
  "training.runQuestions": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}/testquestions/run`, body: {} }],
  "training.overlaps": ({ agentId, intentId }) => [
    { path: `${nlp}/agent/${agentId}/overlaps`, body: { phrases: ["canary phrase one"], intentId } },
  ],
  "knowledge.get": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}/genai/config` }],
  "knowledge.save": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}/genai/config`, body: {} }],
  "knowledge.configs": nothingOfAnybody,
  // Multipart: that a stranger's upload is refused is in the test of the knowledge itself.
  "knowledge.upload": "takes a form with files: knowledge.test.ts sends one as a stranger",
  "knowledge.removeDocuments": ({ agentId }) => [
    { path: `${nlp}/agent/delete_documents`, body: { agentId, filenames: ["canary.pdf"] } },
  ],
  "knowledge.document": ({ agentId, entityId }) => [
    { path: `${nlp}/agent/${agentId}/documents/${entityId}` },
  ],
  "knowledge.pages": ({ agentId, entityId }) => [
    { path: `${nlp}/agent/${agentId}/genai/sources/${entityId}/pages` },
  ],
  "knowledge.reread": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}/genai/reread`, body: {} }],
  "knowledge.search": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}/genai/search?question=canary` }],
  "analytics.frame": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}/analytics/sentiment` }],
  "reports.csv": ({ agentId }) => [
    { path: `${nlp}/download/conversations/csv?${new URLSearchParams({ agentId, ...aYear }).toString()}` },
  ],
  "review.intents": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}/intents` }],
  "review.unmatched": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}/unmatched` }],
  "review.addPhrases": ({ agentId, intentId }) => [
    { path: `${nlp}/agent/${agentId}/phrases/add`, body: { intentId, texts: ["stolen"] } },
  ],
  "review.ignore": ({ agentId }) => [
    { path: `${nlp}/agent/${agentId}/unmatched/ignore`, body: { texts: ["stolen"] } },
  ],
  "exchange.exportAgent": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}/export` }],
  "exchange.importAgent": nothingOfAnybody,
  "exchange.exportPhrases": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}/phrases` }],
  "exchange.importPhrases": "takes a form with files: exchange.test.ts sends one as a stranger",
  "exchange.paraphrase": ({ agentId }) => [
    { path: `${nlp}/paraphrase`, body: { agentId, lines: ["canary phrase one"] } },
  ],
  "conversation.predict": ({ agentId }) => [
    { path: `${nlp}/predictIntent`, body: { agentId, message: { type: "text", text: "canary phrase one" } } },
  ],
};
