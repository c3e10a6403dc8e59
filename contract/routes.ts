import { adultRoutes } from './accounts/adult-routes.ts'
import { blockRoutes } from './accounts/block-routes.ts'
import { deletionRoutes } from './accounts/deletion-routes.ts'
import { emailRoutes } from './accounts/email-routes.ts'
import { factorRoutes } from './accounts/factor-routes.ts'
import { proofRoutes } from './accounts/proof-routes.ts'
import { accountRoutes } from './accounts/routes.ts'
import { securityRoutes } from './accounts/security-routes.ts'
import { insightRoutes } from './analytics/insight-routes.ts'
import { memberRoutes } from './analytics/member-routes.ts'
import { visitRoutes } from './analytics/visit-routes.ts'
import { audienceRoutes } from './audiences/routes.ts'
import { channelModerationRoutes } from './channels/moderation-routes.ts'
import { channelRoutes } from './channels/routes.ts'
import { disputeRoutes } from './console/dispute-routes.ts'
import { errorRoutes } from './console/error-routes.ts'
import { jobRoutes } from './console/job-routes.ts'
import { moneyCheckRoutes } from './console/money-routes.ts'
import { passRoutes } from './console/pass-routes.ts'
import { consoleRoutes } from './console/routes.ts'
import { settingRoutes } from './console/setting-routes.ts'
import { conversationRoutes } from './conversations/routes.ts'
import { conversationSearchRoutes } from './conversations/search-routes.ts'
import { messageRuleRoutes } from './conversations/rule-routes.ts'
import { creatorRoutes } from './creators/routes.ts'
import { grievanceRoutes } from './enforcement/grievance-routes.ts'
import { pageCaseRoutes } from './enforcement/page-routes.ts'
import { enforcementRoutes } from './enforcement/routes.ts'
import { staffCaseRoutes } from './enforcement/staff-routes.ts'
import { transparencyRoutes } from './enforcement/transparency-routes.ts'
import { privateFeedRoutes } from './feeds/routes.ts'
import type { Route } from './http/route.ts'
import { razorpayWebhook } from './inbox/routes.ts'
import { broadcastRoutes } from './live/broadcast-routes.ts'
import { questionRoutes } from './live/question-routes.ts'
import { liveRoutes } from './live/routes.ts'
import { streamKeyRoutes } from './live/stream-key-routes.ts'
import { mediaRoutes } from './media/routes.ts'
import { moderationRoutes } from './moderation/routes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { billingRoutes } from './payments/billing-routes.ts'
import { refundRoutes } from './payments/refund-routes.ts'
import { paymentRoutes } from './payments/routes.ts'
import { closingRoutes } from './payouts/closing-routes.ts'
import { payoutRoutes } from './payouts/routes.ts'
import { statementRoutes } from './payouts/statement-routes.ts'
import { planRoutes } from './plans/routes.ts'
import { pollRoutes } from './polls/routes.ts'
import { collectionRoutes } from './posts/collection-routes.ts'
import { commentRoutes } from './posts/comment-routes.ts'
import { feedRoutes } from './posts/feed-routes.ts'
import { postMarkRoutes } from './posts/mark-routes.ts'
import { previewRoutes } from './posts/preview-routes.ts'
import { postRoutes } from './posts/routes.ts'
import { searchRoutes } from './posts/search-routes.ts'
import { postWritingRoutes } from './posts/writing-routes.ts'
import { roomRoutes } from './rooms/routes.ts'
import { ownPassRoutes } from './staff/pass-routes.ts'
import { staffRoutes } from './staff/routes.ts'
import { billingOverviewRoutes } from './subscriptions/billing-overview-routes.ts'
import { subscriptionChangeRoutes } from './subscriptions/change-routes.ts'
import { endingRoutes } from './subscriptions/ending-routes.ts'
import { subscriptionRoutes } from './subscriptions/routes.ts'
import { exportOwnData } from './takeout/routes.ts'

/** Every call of the product. The server refuses to start if one of them has no handler. */
export const routes: readonly Route[] = [
  ...accountRoutes,
  ...proofRoutes,
  ...securityRoutes,
  ...factorRoutes,
  ...emailRoutes,
  exportOwnData,
  ...mediaRoutes,
  ...deletionRoutes,
  ...adultRoutes,
  ...blockRoutes,
  ...staffRoutes,
  ...ownPassRoutes,
  ...creatorRoutes,
  ...planRoutes,
  ...audienceRoutes,
  ...moderationRoutes,
  ...channelRoutes,
  ...channelModerationRoutes,
  ...pollRoutes,
  ...postWritingRoutes,
  ...previewRoutes,
  ...collectionRoutes,
  ...postRoutes,
  ...feedRoutes,
  ...privateFeedRoutes,
  ...postMarkRoutes,
  ...commentRoutes,
  ...roomRoutes,
  ...conversationRoutes,
  ...conversationSearchRoutes,
  ...liveRoutes,
  ...questionRoutes,
  ...broadcastRoutes,
  ...streamKeyRoutes,
  ...messageRuleRoutes,
  ...searchRoutes,
  ...subscriptionRoutes,
  ...subscriptionChangeRoutes,
  ...endingRoutes,
  ...billingOverviewRoutes,
  ...paymentRoutes,
  razorpayWebhook,
  ...refundRoutes,
  ...billingRoutes,
  ...payoutRoutes,
  ...closingRoutes,
  ...statementRoutes,
  ...enforcementRoutes,
  ...pageCaseRoutes,
  ...staffCaseRoutes,
  ...grievanceRoutes,
  ...transparencyRoutes,
  ...notificationRoutes,
  ...insightRoutes,
  ...memberRoutes,
  ...visitRoutes,
  ...consoleRoutes,
  ...passRoutes,
  ...settingRoutes,
  ...moneyCheckRoutes,
  ...disputeRoutes,
  ...jobRoutes,
  ...errorRoutes,
]
