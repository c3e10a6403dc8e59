import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

import { notificationFailures } from '#contract/notifications/failures.ts'

import { NOTICE_TOPICS, type NoticeTopic } from '#contract/notifications/kinds.ts'
import { notificationMessages } from '#contract/notifications/messages.ts'
import { type NotificationTopic, notificationTopic } from '#contract/notifications/routes.ts'
import type { Db } from '#server/platform/db/query.ts'
import { transactionsOf } from '#server/platform/db/transaction.ts'
import { Failure } from '#server/platform/failure.ts'
import type { BodyRule } from '#server/platform/http/request-bodies.ts'
import type { Platform } from '#server/platform/platform.ts'
import { hmacHex, isSameSecret } from '#server/platform/secrets.ts'

import { saveDigestWanted } from './choices/choice-queries.ts'
import { changeChoice } from './choices/choices.ts'
import { changePreferences } from './preferences.ts'
import { isCreator, isUser } from './queries.ts'

/** The body that RFC 8058 lets mail programs send. It says nothing beyond the address, and isn't read. */
const ONE_CLICK_BODY: BodyRule = {
  types: ['application/x-www-form-urlencoded', 'multipart/form-data'],
  maxBytes: 4096,
}

/**
 * What a link ends: a kind of mail, mails about the posts of one page, whose id comes after it, mails about a topic of the
 * bell, or the digest.
 */
export type Unsubscribed =
  | NotificationTopic
  | `${typeof PAGE}${string}`
  | `${typeof TOPIC}${string}`
  | typeof DIGEST
export const PAGE = 'page-'
const TOPIC = 'topic-'
const DIGEST = 'digest'

/** What ends the mails about a topic of the bell. */
export function topicLink(topic: NoticeTopic): Unsubscribed {
  if (topic === 'newPosts') return 'creatorUpdates'
  return topic === 'replies' ? topic : `${TOPIC}${topic}`
}

/** The address in a mail that ends mails like it: opened, it asks once; posted to, it does it (RFC 8058). */
export function unsubscribeUrl(platform: Platform, userId: string, topic: Unsubscribed): string {
  return `${platform.config.publicUrl}/unsubscribe/${userId}.${topic}.${sign(platform.secretKey, userId, topic)}`
}

/** Carries out a signed link. Throws `unsubscribe_link_invalid`; for a user who left there is nothing to do. */
export async function unsubscribe(db: Db, platform: Platform, token: string, now: Date): Promise<void> {
  const [userId = '', name = '', signature = ''] = token.split('.')
  const topic = readTopic(name)
  if (topic === null || !isSigned(platform, signature, userId, topic))
    throw new Failure(notificationFailures.unsubscribe_link_invalid)
  if (!(await isUser(db, userId))) return
  if (isOfPage(topic)) await endMailsOfPage(db, userId, topic.slice(PAGE.length), now)
  else if (isOfTopic(topic))
    await changeChoice(
      db,
      { userId, topic: topic.slice(TOPIC.length) as NoticeTopic, creatorId: null },
      { mail: 'off' },
      now,
    )
  else if (topic === DIGEST) await saveDigestWanted(db, { userId, isWanted: false, now })
  else await changePreferences(db, userId, { [topic]: false }, now)
}

async function endMailsOfPage(db: Db, userId: string, creatorId: string, now: Date): Promise<void> {
  if (await isCreator(db, creatorId))
    await changeChoice(db, { userId, topic: 'newPosts', creatorId }, { mail: 'off' }, now)
}

function readTopic(name: string): Unsubscribed | null {
  if (isOfPage(name) || isOfTopic(name) || name === DIGEST) return name
  const topic = z.safeParse(notificationTopic, name)
  return topic.success ? topic.data : null
}

function isOfPage(name: string): name is `${typeof PAGE}${string}` {
  return name.startsWith(PAGE)
}

function isOfTopic(name: string): name is `${typeof TOPIC}${string}` {
  return name.startsWith(TOPIC) && name.slice(TOPIC.length) in NOTICE_TOPICS
}

/** A link in an old mail may have been signed with the previous key. */
function isSigned(platform: Platform, signature: string, userId: string, topic: Unsubscribed): boolean {
  const { previousSecretKey } = platform.config
  const isBy = (key: string) => isSameSecret(signature, sign(key, userId, topic))
  return isBy(platform.secretKey) || (previousSecretKey !== null && isBy(previousSecretKey))
}

function sign(secretKey: string, userId: string, topic: Unsubscribed): string {
  return hmacHex(secretKey, `unsubscribe:${userId}:${topic}`)
}

/**
 * Takes the request that mail programs post to the link in a mail's List-Unsubscribe header. The page at the same
 * address belongs to the web app.
 */
export function mountOneClickUnsubscribe(app: FastifyInstance, platform: Platform): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser([...ONE_CLICK_BODY.types], (_, __, done) => done(null, undefined))
    const config = { body: ONE_CLICK_BODY }
    scope.post<{ Params: { token: string } }>('/unsubscribe/:token', { config }, async (request) => {
      const { db } = platform.database
      const now = platform.clock.now()
      await transactionsOf(db)((transaction) => unsubscribe(transaction, platform, request.params.token, now))
      return { msg: notificationMessages.unsubscribed }
    })
  })
}
