import { nothingOfAnybody, people, teams, type Rows } from "./shared.ts";

export const administration: Rows = {
  "enterprise.details": nothingOfAnybody,
  "enterprise.save": "shows only the enterprise's own logo: enterprise-details.test.ts tries another's",
  "enterprise.timezones": nothingOfAnybody,
  "drive.upload": "takes a file and names no id: drive.test.ts sends the same names as another enterprise",
  "drive.get": ({ driveFileId }) => [{ path: `/api/e/drive/files/${driveFileId}` }],
  "drive.link": ({ driveFileId }) => [{ path: `/api/e/drive/files/${driveFileId}/link`, body: {} }],
  "drive.open": ({ driveFileId }) => [{ path: `/api/e/drive/open/${driveFileId}` }],
  "drive.validate": ({ driveFileId }) => [{ path: `/api/e/enterprise/media/validate?fileId=${driveFileId}` }],
  "integrations.list": nothingOfAnybody,
  "integrations.get": ({ integrationId, authConfigId }) => [
    { path: `/api/e/enterprise/appiyo_authconfig/${integrationId}` },
    { path: `/api/e/enterprise/appiyo_authconfig/${authConfigId}` },
  ],
  "integrations.try": ({ authConfigId }) => [
    {
      path: "/api/e/enterprise/appiyo_authconfig/test",
      body: { id: authConfigId, authType: 3, data: { endpoint: "https://canary.company.com/", key: "k" } },
    },
  ],
  "integrations.login": ({ authConfigId }) => [
    {
      path: "/api/e/enterprise/appiyo_authconfig/login",
      body: { id: authConfigId, emailId: "a@company.com", password: "x" },
    },
  ],
  "integrations.create": nothingOfAnybody,
  "integrations.update": ({ integrationId, authConfigId }) => [
    { path: `/api/e/enterprise/appiyo_authconfig/${integrationId}`, body: { name: "Stolen", llm: 1 } },
    {
      path: `/api/e/enterprise/appiyo_authconfig/${authConfigId}`,
      body: {
        name: "Stolen",
        authType: 3,
        data: { endpoint: "https://stolen.company.com/", key: "k" },
        secrets: { secret: "stolen" },
      },
    },
  ],
  "integrations.remove": ({ integrationId, authConfigId }) => [
    { path: `/api/e/enterprise/appiyo_authconfig/${integrationId}` },
    { path: `/api/e/enterprise/appiyo_authconfig/${authConfigId}` },
  ],
  "integrations.test": ({ integrationId, authConfigId }) => [
    { path: `/api/e/enterprise/appiyo_authconfig/${authConfigId}/test`, body: {} },
    { path: `/api/e/enterprise/appiyo_authconfig/${integrationId}/test`, body: {} },
  ],
  "auditTrail.list": nothingOfAnybody,
  "auditTrail.export": nothingOfAnybody,
  "auditTrail.people": nothingOfAnybody,
  "auditTrail.get": ({ auditEntryId }) => [{ path: `/api/e/enterprise/audit_trail/${auditEntryId}` }],
  "billing.info": nothingOfAnybody,
  "dashboard.info": nothingOfAnybody,
  "dashboard.summary": nothingOfAnybody,
  "designer.access": nothingOfAnybody,
  "designer.redeem": nothingOfAnybody,
  "help.list": nothingOfAnybody,
  "trash.list": nothingOfAnybody,
  "trash.restore": ({ deletedCustomerId }) => [
    { path: `/api/e/enterprise/trash/customer/${deletedCustomerId}/restore`, body: {} },
  ],
  "trash.remove": ({ deletedCustomerId }) => [
    { path: `/api/e/enterprise/trash/customer/${deletedCustomerId}` },
  ],
  "trash.empty": nothingOfAnybody,
  "roles.list": nothingOfAnybody,
  "roles.defaults": nothingOfAnybody,
  "roles.save": nothingOfAnybody,
  "users.list": nothingOfAnybody,
  "users.get": ({ userId }) => [{ path: `${people}/${userId}` }],
  "users.create": nothingOfAnybody,
  "users.updateRoles": ({ userId }) => [{ path: `${people}/${userId}/update_roles`, body: { roles: [1] } }],
  "users.resetPassword": ({ userId }) => [
    { path: `${people}/${userId}/reset_password`, body: { adminPassword: "x", password: "x" } },
  ],
  "users.deactivate": ({ userId }) => [
    { path: `${people}/${userId}` },
    { path: `${people}/${userId}?isValidate=true` },
  ],
  "users.activate": ({ userId }) => [{ path: `${people}/${userId}/activate`, body: {} }],
  "users.colleagues": nothingOfAnybody,
  "users.agentStatus": nothingOfAnybody,
  "users.updateAgentStatus": nothingOfAnybody,
  "invitations.list": nothingOfAnybody,
  "invitations.create": nothingOfAnybody,
  "invitations.resend": ({ invitationId }) => [
    { path: `/api/e/enterprise/invitations/${invitationId}/resend`, body: {} },
  ],
  "invitations.revoke": ({ invitationId }) => [{ path: `/api/e/enterprise/invitations/${invitationId}` }],
  "departments.list": nothingOfAnybody,
  "departments.get": ({ departmentId }) => [{ path: `${teams}/${departmentId}` }],
  "departments.create": ({ userId }) => [{ path: teams, body: { name: "Stolen", manager: userId } }],
  "departments.update": ({ departmentId }) => [
    { path: `${teams}/${departmentId}`, body: { name: "Stolen" } },
  ],
  "departments.remove": ({ departmentId }) => [{ path: `${teams}/${departmentId}` }],
  "departments.mappedUsers": ({ departmentId }) => [{ path: `${teams}/${departmentId}/mapped_users` }],
  "departments.addUsers": ({ departmentId, userId }) => [
    { path: `${teams}/${departmentId}/add_users`, body: { users: [userId] } },
  ],
  "departments.removeUsers": ({ departmentId, userId }) => [
    { path: `${teams}/${departmentId}/remove_users`, body: { users: [userId] } },
  ],
};
