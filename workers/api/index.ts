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
import { conversationRoutes } from "./routes/conversation.ts";
import { customerMarkRoutes } from "./routes/customer-marks.ts";
import { customerRoutes } from "./routes/customers.ts";
import { customerFieldRoutes } from "./routes/customer-fields.ts";
import { entityRoutes } from "./routes/entities.ts";
import { exchangeRoutes } from "./routes/exchange.ts";
import { importRoutes } from "./routes/imports.ts";
import { integrationRoutes } from "./routes/integrations.ts";
import { intentRoutes } from "./routes/intents.ts";
import { knowledgeRoutes } from "./routes/knowledge.ts";
import { profileRoutes } from "./routes/profile.ts";
import { referenceRoutes } from "./routes/reference.ts";
import { reportRoutes } from "./routes/reports.ts";
import { reviewRoutes } from "./routes/review.ts";
import { storyRoutes } from "./routes/stories.ts";
import { systemRoutes } from "./routes/system.ts";
import { trainingRoutes } from "./routes/training.ts";

// A trailing slash and no slash are the same address: the specification writes both.
const app = new Hono<AppEnv>({ strict: false });

app.use(logged);
app.use(secured);
app.onError(onError);
app.notFound((c) => onError(new DomainError("notFound"), c));

systemRoutes(app);
referenceRoutes(app);
accountRoutes(app);
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
reportRoutes(app);
reviewRoutes(app);
customerRoutes(app);
customerMarkRoutes(app);
customerFieldRoutes(app);

export default app satisfies ExportedHandler<ApiEnv>;
