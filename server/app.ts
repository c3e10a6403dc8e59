import type { FastifyInstance } from 'fastify'

import { EMBED_ORIGINS } from '#contract/media/embeds.ts'
import { routes } from '#contract/routes.ts'

import { adultImplementations } from './domains/accounts/adult-routes.ts'
import { blockImplementations } from './domains/accounts/block-routes.ts'
import { deletionImplementations } from './domains/accounts/deletion-routes.ts'
import { deletionJobs } from './domains/accounts/deletion.ts'
import { mountGooglePopup } from './domains/accounts/google-popup.ts'
import { accountJobs } from './domains/accounts/jobs.ts'
import { mailJobs } from './domains/accounts/letters.ts'
import { accountImplementations } from './domains/accounts/routes.ts'
import { securityImplementations } from './domains/accounts/security-routes.ts'
import { createCookieReader, createSessionReader } from './domains/accounts/sessions.ts'
import { suspensionJobs } from './domains/accounts/suspension.ts'
import { creatorReactions } from './domains/creators/account-erasure.ts'
import { creatorImplementations } from './domains/creators/routes.ts'
import { exploreReactions } from './domains/explore/account-erasure.ts'
import { mountDiscovery } from './domains/explore/pages.ts'
import { exploreImplementations } from './domains/explore/routes.ts'
import { ledgerJobs } from './domains/ledger/proof.ts'
import { sealJobs } from './domains/ledger/told-seals.ts'
import { mediaReactions } from './domains/media/account-erasure.ts'
import { mountPublicMedia } from './domains/media/delivery/public-media.ts'
import { type MediaGate, mountMedia } from './domains/media/delivery/serve.ts'
import { processMedium } from './domains/media/processing/process.ts'
import { profileImplementations } from './domains/media/profile.ts'
import { mediaImplementations } from './domains/media/routes.ts'
import { deleteObject } from './domains/media/storage/delete-object.ts'
import { sweepStore } from './domains/media/storage/store-sweep.ts'
import { sweepMedia } from './domains/media/storage/sweep.ts'
import { mountTakeout } from './domains/media/takeout/takeout.ts'
import { mountUploads } from './domains/media/uploads/tus.ts'
import { leavingReactions } from './domains/notifications/account-erasure.ts'
import { notificationJobs, notificationReactions } from './domains/notifications/jobs.ts'
import { notificationImplementations } from './domains/notifications/routes.ts'
import { mountOneClickUnsubscribe } from './domains/notifications/unsubscribe.ts'
import { accountCheckJobs } from './domains/payments/account-check/account-check.ts'
import { paymentReactions } from './domains/payments/account-erasure.ts'
import { disputeLossReactions } from './domains/payments/disputes/dispute-losses.ts'
import { billingImplementations } from './domains/payments/receipts/billing-details-routes.ts'
import { paymentJobs } from './domains/payments/refunds/refund-jobs.ts'
import { refundImplementations } from './domains/payments/refunds/refund-routes.ts'
import { paymentImplementations } from './domains/payments/routes.ts'
import { settlementJobs } from './domains/payments/settlements/settlements.ts'
import { providerReactions } from './domains/payments/webhooks/provider-event-reactions.ts'
import { webhookJobs } from './domains/payments/webhooks/webhook-silence.ts'
import { closingImplementations } from './domains/payouts/closing-routes.ts'
import { payoutJobs, payoutReactions } from './domains/payouts/jobs.ts'
import { payoutImplementations } from './domains/payouts/routes.ts'
import { statementImplementations } from './domains/payouts/statement-routes.ts'
import { planReactions } from './domains/plans/account-erasure.ts'
import { planImplementations } from './domains/plans/routes.ts'
import { postReactions } from './domains/posts/account-erasure.ts'
import { cleanPosts } from './domains/posts/clean-job.ts'
import { postMediaReactions } from './domains/posts/jobs.ts'
import { mayReadMedium } from './domains/posts/media-queries.ts'
import { noteMediumOpened } from './domains/posts/openings.ts'
import { collectOwnDataAndPosts, ownDataImplementations } from './domains/posts/own-data.ts'
import { postImplementations } from './domains/posts/routes.ts'
import { staffReactions } from './domains/staff/account-erasure.ts'
import { staffImplementations } from './domains/staff/routes.ts'
import { subscriptionChangeImplementations } from './domains/subscriptions/changes/change-routes.ts'
import { holdJobs, holdReactions } from './domains/subscriptions/holds/holds.ts'
import { subscriptionJobs, subscriptionReactions } from './domains/subscriptions/jobs.ts'
import { accountClosureReactions } from './domains/subscriptions/lifecycle/account-closure.ts'
import { closingJobs } from './domains/subscriptions/lifecycle/page-closure.ts'
import { billingOverviewImplementations } from './domains/subscriptions/overview/billing-overview-routes.ts'
import { refundEffectReactions } from './domains/subscriptions/refunds/refund-effects.ts'
import { subscriptionImplementations } from './domains/subscriptions/routes.ts'
import type { Implementation } from './platform/http/implement.ts'
import { createHttpServer, type HttpServer } from './platform/http/server.ts'
import type { Job } from './platform/jobs/define-job.ts'
import { registerReactions } from './platform/jobs/events.ts'
import type { Platform } from './platform/platform.ts'

/** Every handler of the product, in the order of the domains. */
export const implementations: readonly Implementation[] = [
  ...accountImplementations,
  ...securityImplementations,
  ...deletionImplementations,
  ...adultImplementations,
  ...blockImplementations,
  ...staffImplementations,
  ...profileImplementations,
  ...mediaImplementations,
  ...creatorImplementations,
  ...planImplementations,
  ...paymentImplementations,
  ...refundImplementations,
  ...billingImplementations,
  ...subscriptionImplementations,
  ...subscriptionChangeImplementations,
  ...billingOverviewImplementations,
  ...postImplementations,
  ...ownDataImplementations,
  ...exploreImplementations,
  ...payoutImplementations,
  ...closingImplementations,
  ...statementImplementations,
  ...notificationImplementations,
]

/** All reactions to events. */
export const reactions = [
  ...staffReactions,
  ...mediaReactions,
  ...creatorReactions,
  ...planReactions,
  ...paymentReactions,
  ...providerReactions,
  ...disputeLossReactions,
  ...subscriptionReactions,
  ...accountClosureReactions,
  ...holdReactions,
  ...refundEffectReactions,
  ...postReactions,
  ...postMediaReactions,
  ...exploreReactions,
  ...payoutReactions,
  ...notificationReactions,
  ...leavingReactions,
]

const mediaJobs = [deleteObject, processMedium, sweepMedia, sweepStore] as Job[]

/** Every job of the product. */
export const jobs: readonly Job[] = [
  ...mailJobs,
  ...accountJobs,
  ...deletionJobs,
  ...suspensionJobs,
  ...mediaJobs,
  ...ledgerJobs,
  ...sealJobs,
  ...paymentJobs,
  ...webhookJobs,
  ...settlementJobs,
  ...accountCheckJobs,
  ...subscriptionJobs,
  ...holdJobs,
  ...closingJobs,
  cleanPosts as Job,
  ...payoutJobs,
  ...notificationJobs,
  ...reactions.map(({ job }) => job),
]

/** Builds the app from its domains. `mountPages` adds everything served besides the API. */
export function buildApp(
  platform: Platform,
  mountPages?: (app: FastifyInstance) => Promise<void>,
  options: { isServedFromSource?: boolean } = {},
): Promise<HttpServer> {
  registerReactions(reactions)
  const sessions = createSessionReader(platform)
  return createHttpServer({
    platform,
    routes,
    implementations,
    frameOrigins: EMBED_ORIGINS,
    sessions,
    ...options,
    mount: async (app) => {
      mountGooglePopup(app, platform)
      mountPublicMedia(app, platform)
      const gate = { findCookieHolder: createCookieReader(platform), mayRead: mayReadMedium }
      const noteDownload: MediaGate['noteDownload'] = (db, download) =>
        noteMediumOpened(db, platform, download)
      mountMedia(app, platform, { ...gate, noteDownload })
      mountTakeout(app, platform, { ...gate, collectOwnData: collectOwnDataAndPosts })
      mountUploads(app, platform, sessions)
      mountDiscovery(app, platform)
      mountOneClickUnsubscribe(app, platform)
      await mountPages?.(app)
      app.addHook('onClose', () => platform.writeBehind.flush())
    },
  })
}
