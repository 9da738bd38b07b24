import { blacklistPath } from "#workers/contract/endpoints/blacklist.ts";
import { byTaggings, definitions, master, nothingOfAnybody, type Rows } from "#tests/support/isolation.ts";

const blackList = `/api${blacklistPath}`;

export const rows: Rows = {
  "GET /chatbird/api/customer_master/customers": byTaggings,
  "GET /chatbird/api/customer_master/customers/count": byTaggings,
  "GET /chatbird/api/customer_master/customers/export": byTaggings,
  "GET /chatbird/api/customer_master/customers/:id": ({ customerId }) => [
    { path: `${master}/customers/${customerId}` },
  ],
  "GET /chatbird/api/customer_master/customers/:id/deleted": ({ deletedCustomerId }) => [
    { path: `${master}/customers/${deletedCustomerId}/deleted` },
  ],
  "POST /chatbird/api/customer_master/customers": ({ customerId }) => [
    {
      path: `${master}/customers`,
      body: { id: customerId, name: "Stolen", phoneNumber: "+919876543210" },
    },
  ],
  "PUT /e/enterprise/customer/profile": ({ customerId }) => [
    {
      path: "/e/enterprise/customer/profile",
      body: { id: customerId, name: "Stolen", phoneNumber: "+919876543210", revision: 1 },
    },
  ],
  "DELETE /chatbird/api/customer_master/customers/:id": ({ customerId }) => [
    { path: `${master}/customers/${customerId}` },
  ],
  "POST /chatbird/api/customer_master/customers/:id/restore": ({ customerId, deletedCustomerId }) => [
    { path: `${master}/customers/${customerId}/restore`, body: {} },
    { path: `${master}/customers/${deletedCustomerId}/restore`, body: {} },
  ],
  "POST /chatbird/api/customer_master/customers_deleted": ({ customerId }) => [
    { path: `${master}/customers_deleted`, body: { customerIds: [customerId] } },
  ],
  "POST /chatbird/api/customer_master/customers_undone": ({ workId }) => [
    { path: `${master}/customers_undone`, body: { work: workId } },
  ],
  "POST /chatbird/api/customer_master/customers_groups": ({ groupId, customerId }) => [
    { path: `${master}/customers_groups`, body: { groupIds: [groupId], customerIds: [customerId] } },
  ],
  "POST /chatbird/api/customer_master/customers_tags": ({ labelId, customerId }) => [
    { path: `${master}/customers_tags`, body: { tagIds: [labelId], customerIds: [customerId] } },
  ],
  "POST /chatbird/api/customer_master/bulk": ({ groupId }) => [
    { path: `${master}/bulk`, body: { action: "mark", markIds: [groupId] } },
    { path: `${master}/bulk`, body: { action: "restore", of: groupId } },
  ],
  "GET /chatbird/api/customer_master/customers/:id/history": ({ customerId }) => [
    { path: `${master}/customers/${customerId}/history` },
  ],
  "GET /chatbird/api/customer_master/customers/:id/consents": ({ customerId }) => [
    { path: `${master}/customers/${customerId}/consents` },
  ],
  "GET /chatbird/api/campaign/blackList": nothingOfAnybody,
  "POST /chatbird/api/campaign/blackList": nothingOfAnybody,
  "GET /chatbird/api/campaign/blackList/export": nothingOfAnybody,
  "POST /chatbird/api/campaign/blackList/import": nothingOfAnybody,
  "GET /chatbird/api/campaign/blackList/import": nothingOfAnybody,
  "GET /chatbird/api/campaign/blackList/import/:id/rejects": ({ jobId }) => [
    { path: `${blackList}/import/${jobId}/rejects` },
  ],
  "PUT /chatbird/api/campaign/blackList/:id": ({ blacklistId }) => [
    { path: `${blackList}/${blacklistId}`, body: { reason: "stolen" } },
  ],
  "DELETE /chatbird/api/campaign/blackList/:id": ({ blacklistId }) => [
    { path: `${blackList}/${blacklistId}` },
  ],
  "POST /chatbird/api/campaign/blackList/undo": ({ blacklistWork }) => [
    { path: `${blackList}/undo`, body: { work: blacklistWork } },
  ],
  "POST /chatbird/api/campaign/blackList/delete": ({ blacklistId }) => [
    { path: `${blackList}/delete`, body: { ids: [blacklistId] } },
  ],
  "GET /chatbird/api/customer_master/customers/:id/channels": ({ customerId }) => [
    { path: `${master}/customers/${customerId}/channels` },
  ],
  "POST /chatbird/api/customer_master/customers/:id/channels/:joinedId/part": ({ customerId, joinedId }) => [
    { path: `${master}/customers/${customerId}/channels/${joinedId}/part`, body: {} },
  ],
  "GET /chatbird/api/customer_master/customers/:id/duplicates": ({ customerId }) => [
    { path: `${master}/customers/${customerId}/duplicates` },
  ],
  "POST /chatbird/api/customer_master/customers/:id/merge": ({ customerId }) => [
    { path: `${master}/customers/${customerId}/merge`, body: { from: customerId } },
    { path: `${master}/customers/${customerId}/merge`, body: { from: "nowhere" } },
  ],
  "POST /chatbird/api/customer_master/customers/:id/distinct": ({ customerId }) => [
    { path: `${master}/customers/${customerId}/distinct`, body: { from: customerId } },
    { path: `${master}/customers/${customerId}/distinct`, body: { from: "nowhere" } },
  ],
  "GET /chatbird/api/customer_master/customers/:id/data": ({ customerId }) => [
    { path: `${master}/customers/${customerId}/data` },
  ],
  "POST /chatbird/api/customer_master/customers/:id/erase": ({ customerId }) => [
    { path: `${master}/customers/${customerId}/erase`, body: { confirm: "Canary customer" } },
  ],
  "POST /chatbird/api/customer_master/receipts/:id/verify": ({ customerId }) => [
    { path: `${master}/receipts/${customerId}/verify`, body: { phoneNumber: "+919876543210" } },
  ],
  "GET /chatbird/api/customer_master/sample": nothingOfAnybody,
  "POST /chatbird/api/customer_master/upload": nothingOfAnybody,
  "PUT /chatbird/api/customer_master/upload/:id/:part": ({ fileId }) => [
    { path: `${master}/upload/${fileId}/1` },
  ],
  "POST /chatbird/api/customer_master/upload/inspect": ({ fileId }) => [
    { path: `${master}/upload/inspect`, body: { path: fileId } },
  ],
  "POST /chatbird/api/campaign/file/csv/validate": ({ fileId }) => [
    { path: "/chatbird/api/campaign/file/csv/validate", body: { path: fileId } },
  ],
  "POST /chatbird/api/customer_master/customers_csv": ({ fileId }) =>
    [true, false].map((dryRun) => ({
      path: `${master}/customers_csv`,
      body: { file: { name: "stolen.csv", path: fileId }, dryRun },
    })),
  "POST /chatbird/api/customer_master/uploads/:id/:step": ({ importId }) =>
    ["start", "stop", "resume", "undo"].map((step) => ({
      path: `${master}/uploads/${importId}/${step}`,
      body: {},
    })),
  "GET /chatbird/api/customer_master/uploads/:id/undo": ({ importId }) => [
    { path: `${master}/uploads/${importId}/undo` },
  ],
  "GET /chatbird/api/customer_master/uploads": nothingOfAnybody,
  "GET /chatbird/api/customer_master/uploads/:id": ({ importId }) => [
    { path: `${master}/uploads/${importId}` },
  ],
  "GET /chatbird/api/customer_master/errors": ({ importId }) => [
    { path: `${master}/errors?entryId=${importId}` },
  ],
  "GET /chatbird/api/customer_master/uploads/:id/rows/:group": ({ importId }) => [
    { path: `${master}/uploads/${importId}/rows/created` },
  ],
  "GET /chatbird/api/customer_master/uploads/:id/errors": ({ importId }) => [
    { path: `${master}/uploads/${importId}/errors` },
  ],
  "GET /chatbird/api/customer_master/groups": nothingOfAnybody,
  "POST /chatbird/api/customer_master/groups": ({ groupId }) => [
    { path: `${master}/groups`, body: { id: groupId, name: "Stolen" } },
  ],
  "DELETE /chatbird/api/customer_master/groups/:id": ({ groupId }) => [
    { path: `${master}/groups/${groupId}` },
  ],
  "GET /chatbird/api/customer_master/tags": nothingOfAnybody,
  "POST /chatbird/api/customer_master/tags": ({ labelId }) => [
    { path: `${master}/tags`, body: { id: labelId, name: "Stolen" } },
  ],
  "DELETE /chatbird/api/customer_master/tags/:id": ({ labelId }) => [{ path: `${master}/tags/${labelId}` }],
  "GET /chatbird/api/customer_master/views": nothingOfAnybody,
  "POST /chatbird/api/customer_master/views": nothingOfAnybody,
  "DELETE /chatbird/api/customer_master/views/:id": ({ viewId }) => [{ path: `${master}/views/${viewId}` }],
  "GET /chatbird/api/customer_master/definitions": nothingOfAnybody,
  "GET /chatbird/api/customer_master/definitions/:id": ({ fieldId }) => [
    { path: `${definitions}/${fieldId}` },
  ],
  "POST /chatbird/api/customer_master/definitions": ({ fieldId }) => [
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
  "DELETE /chatbird/api/customer_master/definitions/:id": ({ fieldId }) => [
    { path: `${definitions}/${fieldId}` },
  ],
  "POST /chatbird/api/customer_master/definitions/move": ({ fieldId }) => [
    { path: `${definitions}/move`, body: { from: 0, to: 1, _id: fieldId } },
  ],
};
