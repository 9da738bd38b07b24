import "./zod-texts.ts";
import { Hono } from "hono";
import { DomainError } from "#workers/domain/error.ts";
import type { AppEnv } from "./context.ts";
import { secured } from "./middleware/headers.ts";
import { logged } from "./middleware/log.ts";
import { onError } from "./on-error.ts";
import { accountRoutes } from "./routes/account.ts";
import { actionsRoute } from "./routes/actions.ts";
import { agentRoutes } from "./routes/agents.ts";
import { auditTrailRoutes } from "./routes/audit-trail.ts";
import { chatAgentRoutes } from "./routes/chat-agent.ts";
import { conversationRoutes } from "./routes/conversation.ts";
import { customerMarkRoutes } from "./routes/customer-marks.ts";
import { customerRoutes } from "./routes/customers.ts";
import { customerFieldRoutes } from "./routes/customer-fields.ts";
import { departmentRoutes } from "./routes/departments.ts";
import { entityRoutes } from "./routes/entities.ts";
import { exchangeRoutes } from "./routes/exchange.ts";
import { importRoutes } from "./routes/imports.ts";
import { integrationRoutes } from "./routes/integrations.ts";
import { intentRoutes } from "./routes/intents.ts";
import { invitationRoutes } from "./routes/invitations.ts";
import { knowledgeRoutes } from "./routes/knowledge.ts";
import { profileRoutes } from "./routes/profile.ts";
import { referenceRoutes } from "./routes/reference.ts";
import { reviewRoutes } from "./routes/review.ts";
import { roleRoutes } from "./routes/roles.ts";
import { sessionRoutes } from "./routes/sessions.ts";
import { singleSignOnRoutes } from "./routes/single-sign-on.ts";
import { storyRoutes } from "./routes/stories.ts";
import { systemRoutes } from "./routes/system.ts";
import { trainingRoutes } from "./routes/training.ts";
import { trashRoutes } from "./routes/trash.ts";
import { twoFactorRoutes } from "./routes/two-factor.ts";
import { userRoutes } from "./routes/users.ts";

// A trailing slash and no slash are the same address: the specification writes both.
const app = new Hono<AppEnv>({ strict: false });

app.use(logged);
app.use(secured);
app.onError(onError);
app.notFound((c) => onError(new DomainError("notFound"), c));

systemRoutes(app);
referenceRoutes(app);
accountRoutes(app);
// Before anything below e/enterprise/users/:id, which would take "twoFactorAuth" for an id.
twoFactorRoutes(app);
sessionRoutes(app);
singleSignOnRoutes(app);
chatAgentRoutes(app);
actionsRoute(app);
profileRoutes(app);
agentRoutes(app);
storyRoutes(app);
intentRoutes(app);
entityRoutes(app);
conversationRoutes(app);
exchangeRoutes(app);
trainingRoutes(app);
integrationRoutes(app);
knowledgeRoutes(app);
importRoutes(app);
reviewRoutes(app);
customerRoutes(app);
customerMarkRoutes(app);
customerFieldRoutes(app);
auditTrailRoutes(app);
trashRoutes(app);
departmentRoutes(app);
invitationRoutes(app);
roleRoutes(app);
// Last of those below e/enterprise/users, since its `:id` takes any word.
userRoutes(app);

export default app satisfies ExportedHandler<ApiEnv>;
