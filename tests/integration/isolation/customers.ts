import {
  aYear,
  byTaggings,
  definitions,
  master,
  nlp,
  nothingOfAnybody,
  type Rows,
  type Theirs,
} from "./shared.ts";

export const customers: Rows = {
  "customers.list": byTaggings,
  "customers.count": byTaggings,
  "customers.export": byTaggings,
  "customers.get": ({ customerId }) => [{ path: `${master}/customers/${customerId}` }],
  "customers.getDeleted": ({ deletedCustomerId }) => [
    { path: `${master}/customers/${deletedCustomerId}/deleted` },
  ],
  "customers.save": ({ customerId }) => [
    {
      path: `${master}/customers`,
      body: { id: customerId, name: "Stolen", phoneNumber: "+919876543210" },
    },
  ],
  "customers.remove": ({ customerId }) => [{ path: `${master}/customers/${customerId}` }],
  "customers.restore": ({ customerId, deletedCustomerId }) => [
    { path: `${master}/customers/${customerId}/restore`, body: {} },
    { path: `${master}/customers/${deletedCustomerId}/restore`, body: {} },
  ],
  "customers.removeMany": ({ customerId }) => [
    { path: `${master}/customers_deleted`, body: { customerIds: [customerId] } },
  ],
  "customers.undo": ({ workId }) => [{ path: `${master}/customers_undone`, body: { work: workId } }],
  "customers.mapToGroups": ({ groupId, customerId }) => [
    { path: `${master}/customers_groups`, body: { groupIds: [groupId], customerIds: [customerId] } },
  ],
  "customers.mapToLabels": ({ labelId, customerId }) => [
    { path: `${master}/customers_tags`, body: { tagIds: [labelId], customerIds: [customerId] } },
  ],
  "customers.startBulk": ({ groupId }) => [
    { path: `${master}/bulk`, body: { action: "mark", markIds: [groupId] } },
    { path: `${master}/bulk`, body: { action: "restore", of: groupId } },
  ],
  "customers.bulk": ({ customerId }) => [{ path: `${master}/bulk/${customerId}` }],
  "customers.history": ({ customerId }) => [{ path: `${master}/customers/${customerId}/history` }],
  "customers.duplicates": ({ customerId }) => [{ path: `${master}/customers/${customerId}/duplicates` }],
  "customers.merge": ({ customerId }) => [
    { path: `${master}/customers/${customerId}/merge`, body: { from: customerId } },
    { path: `${master}/customers/${customerId}/merge`, body: { from: "nowhere" } },
  ],
  "customers.data": ({ customerId }) => [{ path: `${master}/customers/${customerId}/data` }],
  "customers.erase": ({ customerId }) => [
    { path: `${master}/customers/${customerId}/erase`, body: { confirm: "Canary customer" } },
  ],
  "customers.verifyReceipt": ({ customerId }) => [
    { path: `${master}/receipts/${customerId}/verify`, body: { phoneNumber: "+919876543210" } },
  ],
  "imports.sample": nothingOfAnybody,
  "imports.beginUpload": nothingOfAnybody,
  "imports.sendPart": ({ fileId }) => [{ path: `${master}/upload/${fileId}/1` }],
  "imports.inspect": ({ fileId }) => [{ path: `${master}/upload/inspect`, body: { path: fileId } }],
  "imports.start": ({ fileId }) =>
    [true, false].map((dryRun) => ({
      path: `${master}/customers_csv`,
      body: { file: { name: "stolen.csv", path: fileId }, dryRun },
    })),
  "imports.step": ({ importId }) =>
    ["start", "stop", "resume", "undo"].map((step) => ({
      path: `${master}/uploads/${importId}/${step}`,
      body: {},
    })),
  "imports.previewUndo": ({ importId }) => [{ path: `${master}/uploads/${importId}/undo` }],
  "imports.list": nothingOfAnybody,
  "imports.get": ({ importId }) => [{ path: `${master}/uploads/${importId}` }],
  "imports.errors": ({ importId }) => [{ path: `${master}/errors?entryId=${importId}` }],
  "imports.errorsCsv": ({ importId }) => [{ path: `${master}/uploads/${importId}/errors` }],
  "customers.groups": nothingOfAnybody,
  "customers.saveGroup": ({ groupId }) => [
    { path: `${master}/groups`, body: { id: groupId, name: "Stolen" } },
  ],
  "customers.removeGroup": ({ groupId }) => [{ path: `${master}/groups/${groupId}` }],
  "customers.labels": nothingOfAnybody,
  "customers.saveLabel": ({ labelId }) => [{ path: `${master}/tags`, body: { id: labelId, name: "Stolen" } }],
  "customers.removeLabel": ({ labelId }) => [{ path: `${master}/tags/${labelId}` }],
  "customers.views": nothingOfAnybody,
  "customers.saveView": nothingOfAnybody,
  "customers.removeView": ({ viewId }) => [{ path: `${master}/views/${viewId}` }],
  ...Object.fromEntries(
    [
      ["summary", "conversationsReport"],
      ["graph", "graphReport"],
      ["topIntents", "topIntent"],
      ["messages", "conversations"],
      ["flow", "conversationFlow"],
      ["classification", "callClassification"],
      ["emotions", "emotionReport"],
    ].map(([call, path]) => [
      `reports.${call}`,
      ({ agentId }: Theirs) => [{ path: `${nlp}/${path}`, body: { agentId, ...aYear } }],
    ]),
  ),
  "customerFields.list": nothingOfAnybody,
  "customerFields.get": ({ fieldId }) => [{ path: `${definitions}/${fieldId}` }],
  "customerFields.save": ({ fieldId }) => [
    {
      path: definitions,
      body: {
        _id: fieldId,
        fieldName: "stolen",
        fieldLabel: "Stolen",
        fieldHelptext: "x",
        mandatory: false,
        fieldType: "text",
        inputType: "alphabets",
      },
    },
  ],
  "customerFields.remove": ({ fieldId }) => [{ path: `${definitions}/${fieldId}` }],
  "customerFields.move": ({ fieldId }) => [
    { path: `${definitions}/move`, body: { from: 0, to: 1, _id: fieldId } },
  ],
};
