import { accountCodes } from "./codes/account.ts";
import { apiKeysCodes } from "./codes/api-keys.ts";
import { authConfigsCodes } from "./codes/auth-configs.ts";
import { authCodes } from "./codes/auth.ts";
import { automationsCodes } from "./codes/automations.ts";
import { blacklistCodes } from "./codes/blacklist.ts";
import { botsCodes } from "./codes/bots.ts";
import { broadcastsCodes } from "./codes/broadcasts.ts";
import { campaignsCodes } from "./codes/campaigns.ts";
import { channelsCodes } from "./codes/channels.ts";
import { chatAgentCodes } from "./codes/chat-agent.ts";
import { chatsCodes } from "./codes/chats.ts";
import { customerFieldsCodes } from "./codes/customer-fields.ts";
import { customersCodes } from "./codes/customers.ts";
import { dashboardsCodes } from "./codes/dashboards.ts";
import { departmentsCodes } from "./codes/departments.ts";
import { designerCodes } from "./codes/designer.ts";
import { driveCodes } from "./codes/drive.ts";
import { enterpriseDataCodes } from "./codes/enterprise-data.ts";
import { errorsCodes } from "./codes/errors.ts";
import { formsCodes } from "./codes/forms.ts";
import { genAiCodes } from "./codes/gen-ai.ts";
import { helpCodes } from "./codes/help.ts";
import { importsCodes } from "./codes/imports.ts";
import { libraryCodes } from "./codes/library.ts";
import { movingCodes } from "./codes/moving.ts";
import { onboardingCodes } from "./codes/onboarding.ts";
import { pushCodes } from "./codes/push.ts";
import { richCardsCodes } from "./codes/rich-cards.ts";
import { rolesCodes } from "./codes/roles.ts";
import { secondFactorCodes } from "./codes/second-factor.ts";
import { singleSignOnCodes } from "./codes/single-sign-on.ts";
import { templatesCodes } from "./codes/templates.ts";
import { trainingCodes } from "./codes/training.ts";
import { usersCodes } from "./codes/users.ts";
import { videoCodes } from "./codes/video.ts";
import { waFlowsCodes } from "./codes/wa-flows.ts";
import { webhooksOutCodes } from "./codes/webhooks-out.ts";
import { webhooksCodes } from "./codes/webhooks.ts";
import { widgetCodes } from "./codes/widget.ts";

/** Every refusal of the API, from the areas' own tables in codes/; a new code is a line there. Written by `node scripts/lists.ts`. */
export const codes = {
  ...accountCodes,
  ...apiKeysCodes,
  ...authConfigsCodes,
  ...authCodes,
  ...automationsCodes,
  ...blacklistCodes,
  ...botsCodes,
  ...broadcastsCodes,
  ...campaignsCodes,
  ...channelsCodes,
  ...chatAgentCodes,
  ...chatsCodes,
  ...customerFieldsCodes,
  ...customersCodes,
  ...dashboardsCodes,
  ...departmentsCodes,
  ...designerCodes,
  ...driveCodes,
  ...enterpriseDataCodes,
  ...errorsCodes,
  ...formsCodes,
  ...genAiCodes,
  ...helpCodes,
  ...importsCodes,
  ...libraryCodes,
  ...movingCodes,
  ...onboardingCodes,
  ...pushCodes,
  ...richCardsCodes,
  ...rolesCodes,
  ...secondFactorCodes,
  ...singleSignOnCodes,
  ...templatesCodes,
  ...trainingCodes,
  ...usersCodes,
  ...videoCodes,
  ...waFlowsCodes,
  ...webhooksOutCodes,
  ...webhooksCodes,
  ...widgetCodes,
} as const;

export type Code = keyof typeof codes;
