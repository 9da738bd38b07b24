import {
  aYear,
  intentBody,
  nlp,
  nothingOfAnybody,
  type Rows,
  type Theirs,
} from "#tests/support/isolation.ts";

export const rows: Rows = {
  "GET /chatbird/api/nlp/v2/agent": nothingOfAnybody,
  "GET /chatbird/api/nlp/intents": nothingOfAnybody,
  "POST /chatbird/api/nlp/agent": ({ agentId }) => [
    { path: `${nlp}/agent`, body: { id: agentId, name: "Stolen", description: "x" } },
  ],
  "GET /chatbird/api/nlp/agent/:id": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}` }],
  "DELETE /chatbird/api/nlp/agent/:id": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}` }],
  "POST /chatbird/api/nlp/agent/:id/config": ({ agentId }) => [
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
  "GET /chatbird/api/nlp/agent/:id/train": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}/train` }],
  "GET /e/enterprise/jobs/:id": ({ jobId }) => [{ path: `/api/e/enterprise/jobs/${jobId}` }],
  "POST /chatbird/api/nlp/agent/:id/train/cancel": ({ agentId }) => [
    { path: `${nlp}/agent/${agentId}/train/cancel`, body: {} },
  ],
  "POST /chatbird/api/nlp/story": ({ agentId, storyId }) => [
    { path: `${nlp}/story`, body: { agentId, name: "Stolen" } },
    { path: `${nlp}/story`, body: { agentId, id: storyId, name: "Stolen" } },
  ],
  "GET /chatbird/api/nlp/agent/:id/story": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}/story` }],
  "DELETE /chatbird/api/nlp/agent/:agentId/story/:storyId": ({ agentId, storyId }) => [
    { path: `${nlp}/agent/${agentId}/story/${storyId}` },
  ],
  "GET /chatbird/api/nlp/v2/agent/:agentId/story/:storyId/intent": ({ agentId, storyId }) => [
    { path: `${nlp}/v2/agent/${agentId}/story/${storyId}/intent` },
  ],
  "POST /chatbird/api/nlp/intent": (ids) => [
    { path: `${nlp}/intent`, body: intentBody(ids) },
    { path: `${nlp}/intent`, body: { ...intentBody(ids), id: ids.intentId } },
  ],
  "GET /chatbird/api/nlp/agent/:agentId/story/:storyId/intent/:intentId": ({
    agentId,
    storyId,
    intentId,
  }) => [{ path: `${nlp}/agent/${agentId}/story/${storyId}/intent/${intentId}` }],
  "DELETE /chatbird/api/nlp/agent/:agentId/story/:storyId/intent/:intentId": ({
    agentId,
    storyId,
    intentId,
  }) => [{ path: `${nlp}/agent/${agentId}/story/${storyId}/intent/${intentId}` }],
  "GET /chatbird/api/nlp/agent/:id/entity": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}/entity` }],
  "GET /chatbird/api/nlp/agent/:id/entity/:entityId": ({ agentId, entityId }) => [
    { path: `${nlp}/agent/${agentId}/entity/${entityId}` },
  ],
  "POST /chatbird/api/nlp/entity": ({ agentId, entityId }) =>
    [undefined, entityId].map((id) => ({
      path: `${nlp}/entity`,
      body: { agentId, id, name: "Stolen", values: [{ value: "x", type: "synonymns" }] },
    })),
  "DELETE /chatbird/api/nlp/agent/:agentId/entity/:entityId": ({ agentId, entityId }) => [
    { path: `${nlp}/agent/${agentId}/entity/${entityId}` },
  ],
  "POST /chatbird/api/nlp/agent/:id/entity/try": ({ agentId }) => [
    {
      path: `${nlp}/agent/${agentId}/entity/try`,
      body: { value: { value: "x", type: "synonymns" }, text: "x" },
    },
  ],
  "GET /chatbird/api/nlp/agent/:id/entity/:entityId/usage": ({ agentId, entityId }) => [
    { path: `${nlp}/agent/${agentId}/entity/${entityId}/usage` },
  ],
  "GET /chatbird/api/nlp/agent/:id/versions": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}/versions` }],
  "GET /chatbird/api/nlp/agent/:id/versions/:version": ({ agentId }) => [
    { path: `${nlp}/agent/${agentId}/versions/1` },
  ],
  "POST /chatbird/api/nlp/agent/:id/versions/:version/serve": ({ agentId }) => [
    { path: `${nlp}/agent/${agentId}/versions/1/serve`, body: {} },
  ],
  "GET /chatbird/api/nlp/agent/:id/versiondiff": ({ agentId }) => [
    { path: `${nlp}/agent/${agentId}/versiondiff?from=1&to=0` },
  ],
  "GET /chatbird/api/nlp/agent/:id/testquestions": ({ agentId }) => [
    { path: `${nlp}/agent/${agentId}/testquestions` },
  ],
  "POST /chatbird/api/nlp/agent/:id/testquestions": ({ agentId, questionId }) => [
    { path: `${nlp}/agent/${agentId}/testquestions`, body: { text: "stolen", intentId: null } },
    { path: `${nlp}/agent/${agentId}/testquestions`, body: { text: "stolen", intentId: null, questionId } },
  ],
  "DELETE /chatbird/api/nlp/agent/:id/testquestions/:questionId": ({ agentId, questionId }) => [
    { path: `${nlp}/agent/${agentId}/testquestions/${questionId}` },
  ],
  "POST /chatbird/api/nlp/agent/:id/testquestions/run": ({ agentId }) => [
    { path: `${nlp}/agent/${agentId}/testquestions/run`, body: {} },
  ],
  "POST /chatbird/api/nlp/agent/:id/overlaps": ({ agentId, intentId }) => [
    { path: `${nlp}/agent/${agentId}/overlaps`, body: { phrases: ["canary phrase one"], intentId } },
  ],
  "GET /chatbird/api/nlp/agent/:id/genai/config": ({ agentId }) => [
    { path: `${nlp}/agent/${agentId}/genai/config` },
  ],
  "POST /chatbird/api/nlp/agent/:id/genai/config": ({ agentId }) => [
    { path: `${nlp}/agent/${agentId}/genai/config`, body: {} },
  ],
  "GET /chatbird/api/nlp/genai/config": nothingOfAnybody,
  // Multipart: that a stranger's upload is refused is in the test of the knowledge itself.
  "POST /chatbird/api/nlp/agent/upload_documents":
    "takes a form with files: knowledge.test.ts sends one as a stranger",
  "POST /chatbird/api/nlp/agent/delete_documents": ({ agentId }) => [
    { path: `${nlp}/agent/delete_documents`, body: { agentId, filenames: ["canary.pdf"] } },
  ],
  "GET /chatbird/api/nlp/agent/:id/documents/:sourceId": ({ agentId, entityId }) => [
    { path: `${nlp}/agent/${agentId}/documents/${entityId}` },
  ],
  "GET /chatbird/api/nlp/agent/:id/genai/sources/:sourceId/pages": ({ agentId, entityId }) => [
    { path: `${nlp}/agent/${agentId}/genai/sources/${entityId}/pages` },
  ],
  "POST /chatbird/api/nlp/agent/:id/genai/reread": ({ agentId }) => [
    { path: `${nlp}/agent/${agentId}/genai/reread`, body: {} },
  ],
  "GET /chatbird/api/nlp/agent/:id/genai/search": ({ agentId }) => [
    { path: `${nlp}/agent/${agentId}/genai/search?question=canary` },
  ],
  "GET /chatbird/api/nlp/agent/:id/analytics/:view": ({ agentId }) => [
    { path: `${nlp}/agent/${agentId}/analytics/sentiment` },
  ],
  ...Object.fromEntries(
    [
      "conversationsReport",
      "graphReport",
      "topIntent",
      "conversations",
      "conversationFlow",
      "callClassification",
      "emotionReport",
    ].map((name) => [
      `POST /chatbird/api/nlp/${name}`,
      ({ agentId }: Theirs) => [{ path: `${nlp}/${name}`, body: { agentId, ...aYear } }],
    ]),
  ),
  "GET /chatbird/api/nlp/download/conversations/csv": ({ agentId }) => [
    { path: `${nlp}/download/conversations/csv?${new URLSearchParams({ agentId, ...aYear }).toString()}` },
  ],
  "GET /chatbird/api/nlp/agent/:id/intents": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}/intents` }],
  "GET /chatbird/api/nlp/agent/:id/unmatched": ({ agentId }) => [
    { path: `${nlp}/agent/${agentId}/unmatched` },
  ],
  "POST /chatbird/api/nlp/agent/:id/phrases/add": ({ agentId, intentId }) => [
    { path: `${nlp}/agent/${agentId}/phrases/add`, body: { intentId, texts: ["stolen"] } },
  ],
  "POST /chatbird/api/nlp/agent/:id/unmatched/ignore": ({ agentId }) => [
    { path: `${nlp}/agent/${agentId}/unmatched/ignore`, body: { texts: ["stolen"] } },
  ],
  "GET /chatbird/api/nlp/agent/:id/export": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}/export` }],
  "POST /chatbird/api/nlp/agent/import": nothingOfAnybody,
  "GET /chatbird/api/nlp/agent/:id/phrases": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}/phrases` }],
  "POST /chatbird/api/nlp/agent/:id/phrases":
    "takes a form with files: exchange.test.ts sends one as a stranger",
  "POST /chatbird/api/nlp/paraphrase": ({ agentId }) => [
    { path: `${nlp}/paraphrase`, body: { agentId, lines: ["canary phrase one"] } },
  ],
  "POST /chatbird/api/nlp/predictIntent": ({ agentId }) => [
    { path: `${nlp}/predictIntent`, body: { agentId, message: { type: "text", text: "canary phrase one" } } },
  ],
};
