import { accountFailures } from '#contract/accounts/failures.ts'
import { proofFailures } from '#contract/accounts/proof/failures.ts'
import { insightFailures } from '#contract/analytics/failures.ts'
import { audienceFailures } from '#contract/audiences/failures.ts'
import { channelFailures } from '#contract/channels/failures.ts'
import { deskFailures } from '#contract/console/desk-failures.ts'
import { consoleFailures } from '#contract/console/failures.ts'
import { conversationFailures } from '#contract/conversations/failures.ts'
import { creatorFailures } from '#contract/creators/failures.ts'
import { enforcementFailures } from '#contract/enforcement/failures.ts'
import { pageFailures } from '#contract/failures.ts'
import { feedFailures } from '#contract/feeds/failures.ts'
import { type FailureParams, type FailureSpec, platformFailures } from '#contract/http/route.ts'
import { inboxFailures } from '#contract/inbox/failures.ts'
import { liveFailures } from '#contract/live/failures.ts'
import { mediaFailures } from '#contract/media/failures.ts'
import { moderationFailures } from '#contract/moderation/failures.ts'
import { choiceFailures, notificationFailures, pushFailures } from '#contract/notifications/failures.ts'
import { paymentFailures, refundFailures } from '#contract/payments/failures.ts'
import { payoutFailures, statementFailures } from '#contract/payouts/failures.ts'
import { payoutHoldFailures } from '#contract/payouts/hold-failures.ts'
import { planFailures } from '#contract/plans/failures.ts'
import { pollFailures } from '#contract/polls/failures.ts'
import { postFailures } from '#contract/posts/failures.ts'
import { roomFailures } from '#contract/rooms/failures.ts'
import { staffFailures } from '#contract/staff/failures.ts'
import { memberFailures, subscriptionFailures } from '#contract/subscriptions/failures.ts'

/* Loaded by browsers in other languages than English, which is what the server says. */

const FAILURES: Readonly<Record<string, FailureSpec>> = {
  ...platformFailures,
  ...pageFailures,
  ...accountFailures,
  ...proofFailures,
  ...staffFailures,
  ...audienceFailures,
  ...creatorFailures,
  ...mediaFailures,
  ...notificationFailures,
  ...choiceFailures,
  ...pushFailures,
  ...refundFailures,
  ...inboxFailures,
  ...paymentFailures,
  ...payoutFailures,
  ...statementFailures,
  ...planFailures,
  ...moderationFailures,
  ...channelFailures,
  ...pollFailures,
  ...postFailures,
  ...roomFailures,
  ...liveFailures,
  ...enforcementFailures,
  ...conversationFailures,
  ...feedFailures,
  ...subscriptionFailures,
  ...memberFailures,
  ...insightFailures,
  ...consoleFailures,
  ...deskFailures,
  ...payoutHoldFailures,
}

/** A failure in this browser's language; null for codes it doesn't know, and where only the server knows the reason. */
export function failureText(code: string, params: FailureParams | null): string | null {
  const failure = Object.hasOwn(FAILURES, code) ? FAILURES[code] : undefined
  if (!failure || failure.isExplained) return null
  if (!failure.messageOf) return failure.message
  return params && failure.messageOf(params)
}
