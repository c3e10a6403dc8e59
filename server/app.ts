import type { FastifyInstance } from 'fastify'

import { routes } from '#contract/routes.ts'

import { listKeptApart } from './domains/accounts/block-queries.ts'
import { accounts } from './domains/accounts/domain.ts'
import { createSessionReader } from './domains/accounts/sessions.ts'
import { analytics } from './domains/analytics/domain.ts'
import { audiences } from './domains/audiences/domain.ts'
import { channels } from './domains/channels/domain.ts'
import { console } from './domains/console/domain.ts'
import { seenWithPass } from './domains/console/passes/seen-with-pass.ts'
import { conversations } from './domains/conversations/domain.ts'
import { creators } from './domains/creators/domain.ts'
import { enforcement } from './domains/enforcement/domain.ts'
import { explore } from './domains/explore/domain.ts'
import { feeds } from './domains/feeds/domain.ts'
import { inbox } from './domains/inbox/domain.ts'
import { ledger } from './domains/ledger/domain.ts'
import { live } from './domains/live/domain.ts'
import { media } from './domains/media/domain.ts'
import { moderation } from './domains/moderation/domain.ts'
import { notifications } from './domains/notifications/domain.ts'
import { payments } from './domains/payments/domain.ts'
import { payouts } from './domains/payouts/domain.ts'
import { plans } from './domains/plans/domain.ts'
import { polls } from './domains/polls/domain.ts'
import { posts } from './domains/posts/domain.ts'
import { rooms } from './domains/rooms/domain.ts'
import { staff } from './domains/staff/domain.ts'
import { subscriptions } from './domains/subscriptions/domain.ts'
import type { Domain } from './platform/domain.ts'
import type { Implementation } from './platform/http/implement.ts'
import { createHttpServer, type HttpServer } from './platform/http/server.ts'
import { checkDeclared, type Job } from './platform/jobs/define-job.ts'
import type { EachSecond } from './platform/jobs/each-second.ts'
import { type EventReaction, registerReactions } from './platform/jobs/events.ts'
import { registerOwnData } from './platform/own-data.ts'
import type { Platform } from './platform/platform.ts'
import { type Listener, openListener } from './platform/realtime/listener.ts'
import { mountRealtime } from './platform/realtime/mount-realtime.ts'
import { pruneEvents } from './platform/realtime/prune-job.ts'

/** Each may use the ones before it. */
const domains: readonly Domain[] = [
  accounts,
  staff,
  media,
  creators,
  plans,
  audiences,
  ledger,
  inbox,
  payments,
  subscriptions,
  moderation,
  channels,
  polls,
  posts,
  feeds,
  rooms,
  conversations,
  live,
  explore,
  payouts,
  enforcement,
  notifications,
  analytics,
  console,
]

const ownImplementations = domains.flatMap((domain) => domain.implementations ?? [])

/** Every handler of the product. */
export const implementations: readonly Implementation[] = [
  ...ownImplementations,
  ...seenWithPass(ownImplementations),
]

/** All reactions to events. */
export const reactions: readonly EventReaction[] = domains.flatMap(({ reactions: own = [], erasure }) =>
  erasure ? [...own, erasure] : own,
)

/** Every job of the product. */
export const jobs: readonly Job[] = [
  ...domains.flatMap((domain) => domain.jobs ?? []),
  pruneEvents,
  ...reactions.map(({ job }) => job),
]

/** What each node looks after every second. */
export const eachSecond: readonly EachSecond[] = domains.flatMap((domain) => domain.eachSecond ?? [])

/** Builds the app from its domains. `mountPages` adds everything served besides the API. */
export function buildApp(
  platform: Platform,
  mountPages?: (app: FastifyInstance, listener: Listener) => Promise<void>,
  options: { isServedFromSource?: boolean } = {},
): Promise<HttpServer> {
  checkDeclared(jobs)
  registerReactions(reactions)
  registerOwnData(domains.flatMap((domain) => domain.ownData ?? []))
  const sessions = createSessionReader(platform)
  return createHttpServer({
    platform,
    routes,
    implementations,
    frameOrigins: domains.flatMap((domain) => domain.frameOrigins ?? []),
    filmingPaths: domains.flatMap((domain) => domain.filmingPaths ?? []),
    sessions,
    ...options,
    mount: async (app) => {
      for (const domain of domains) domain.mount?.(app, platform, sessions)
      const listener = await openListener(platform.database.direct.pool, platform.log)
      app.addHook('onClose', () => listener.close())
      const topics = domains.flatMap((domain) => domain.topics ?? [])
      await mountRealtime(app, platform, { sessions, listener, topics, listKeptApart })
      await mountPages?.(app, listener)
      app.addHook('onClose', () => platform.writeBehind.flush())
    },
  })
}
