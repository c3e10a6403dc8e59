import type { FastifyInstance } from 'fastify'

import { EMBED_ORIGINS } from '#contract/media/embeds.ts'
import { routes } from '#contract/routes.ts'

import { adultImplementations } from './domains/accounts/adult-routes.ts'
import { blockImplementations } from './domains/accounts/block-routes.ts'
import { deletionImplementations } from './domains/accounts/deletion-routes.ts'
import { deletionJobs } from './domains/accounts/deletion.ts'
import { mountGooglePopup } from './domains/accounts/google-popup.ts'
import { accountJobs } from './domains/accounts/jobs.ts'
import { suspensionJobs } from './domains/accounts/suspension.ts'
import { accountImplementations } from './domains/accounts/routes.ts'
import { securityImplementations } from './domains/accounts/security-routes.ts'
import { creatorReactions } from './domains/creators/leaving.ts'
import { createCookieReader, createSessionReader } from './domains/accounts/sessions.ts'
import { creatorImplementations } from './domains/creators/routes.ts'
import { exploreReactions } from './domains/explore/leaving.ts'
import { mountDiscovery } from './domains/explore/pages.ts'
import { exploreImplementations } from './domains/explore/routes.ts'
import { mediaReactions } from './domains/media/leaving.ts'
import { ledgerJobs } from './domains/ledger/proof.ts'
import { sealJobs } from './domains/ledger/told-seals.ts'
import { deleteObject } from './domains/media/jobs.ts'
import { mountPublicMedia } from './domains/media/pages.ts'
import { processMedium } from './domains/media/process.ts'
import { profileImplementations } from './domains/media/profile.ts'
import { mediaImplementations } from './domains/media/routes.ts'
import { sweepStore } from './domains/media/store-sweep.ts'
import { type MediaGate, mountMedia } from './domains/media/serve.ts'
import { mountTakeout } from './domains/media/takeout.ts'
import { sweepMedia } from './domains/media/sweep.ts'
import { mountUploads } from './domains/media/tus.ts'
import { notificationJobs, notificationReactions } from './domains/notifications/jobs.ts'
import { leavingReactions } from './domains/notifications/leaving.ts'
import { notificationImplementations } from './domains/notifications/routes.ts'
import { mountOneClickUnsubscribe } from './domains/notifications/unsubscribe.ts'
import { paymentReactions } from './domains/payments/leaving.ts'
import { providerReactions } from './domains/payments/reactions.ts'
import { billingImplementations } from './domains/payments/billing-routes.ts'
import { accountCheckJobs } from './domains/payments/account-check.ts'
import { settlementJobs } from './domains/payments/settlements.ts'
import { paymentJobs } from './domains/payments/refund-jobs.ts'
import { refundImplementations } from './domains/payments/refund-routes.ts'
import { paymentImplementations } from './domains/payments/routes.ts'
import { webhookJobs } from './domains/payments/webhook-silence.ts'
import { payoutJobs, payoutReactions } from './domains/payouts/jobs.ts'
import { closingImplementations } from './domains/payouts/closing-routes.ts'
import { payoutImplementations } from './domains/payouts/routes.ts'
import { statementImplementations } from './domains/payouts/statement-routes.ts'
import { planReactions } from './domains/plans/leaving.ts'
import { planImplementations } from './domains/plans/routes.ts'
import { cleanPosts } from './domains/posts/clean-job.ts'
import { postReactions } from './domains/posts/leaving.ts'
import { mayReadMedium } from './domains/posts/media-queries.ts'
import { postMediaReactions } from './domains/posts/jobs.ts'
import { noteMediumOpened } from './domains/posts/openings.ts'
import { collectOwnDataAndPosts, ownDataImplementations } from './domains/posts/own-data.ts'
import { postImplementations } from './domains/posts/routes.ts'
import { subscriptionChangeImplementations } from './domains/subscriptions/changes/change-routes.ts'
import { billingOverviewImplementations } from './domains/subscriptions/overview/billing-overview-routes.ts'
import { closingJobs } from './domains/subscriptions/lifecycle/page-closure.ts'
import { holdJobs, holdReactions } from './domains/subscriptions/holds/holds.ts'
import { subscriptionJobs, subscriptionReactions } from './domains/subscriptions/jobs.ts'
import { accountClosureReactions } from './domains/subscriptions/lifecycle/account-closure.ts'
import { refundEffectReactions } from './domains/subscriptions/refunds/refund-effects.ts'
import { subscriptionImplementations } from './domains/subscriptions/routes.ts'
import type { Implementation } from './platform/http/implement.ts'
import { createHttpServer, type HttpServer } from './platform/http/server.ts'
import { registerReactions } from './platform/jobs/events.ts'
import type { Job } from './platform/jobs/define-job.ts'
import type { Platform } from './platform/platform.ts'

/** Every handler of the product, in the order of the domains. */
export const implementations: readonly Implementation[] = [
  ...accountImplementations,
  ...securityImplementations,
  ...deletionImplementations,
  ...adultImplementations,
  ...blockImplementations,
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

/** Everything that follows from something that happened. */
export const reactions = [
  ...mediaReactions,
  ...creatorReactions,
  ...planReactions,
  ...paymentReactions,
  ...providerReactions,
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

/** Builds the app from its domains. `mountPages` adds what is served beside the API. */
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
