import type { FastifyRequest } from 'fastify'

import { feedFailures } from '#contract/feeds/failures.ts'
import { Failure } from '#server/platform/failure.ts'
import { limitedAddress } from '#server/platform/http/caller-address.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import type { Platform } from '#server/platform/platform.ts'
import { hashSecret } from '#server/platform/secrets.ts'

import { findFeedByToken, type OpenFeed } from './queries.ts'

const wrongTokens: Limit = { name: 'private-feed-wrong', points: 60, windowSeconds: 600 }

/** The feed that a request's address opens. Throws `feed_not_found`; whoever tries secrets is soon asked to wait. */
export async function findOpenFeed(
  platform: Platform,
  request: FastifyRequest<{ Params: { token: string } }>,
): Promise<OpenFeed> {
  const feed = await findFeedByToken(platform.database.db, hashSecret(request.params.token))
  if (feed) return feed
  await platform.limits.consume(wrongTokens, limitedAddress(request.ip))
  throw new Failure(feedFailures.feed_not_found)
}
