import { expect } from 'vitest'

import { createPost, getPostsByPageHandle } from '#contract/posts/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

/** Asha, who publishes; Ravi, who is her member; Meera, who is not. */
export async function startMediaTest(env: Record<string, string> = {}) {
  const app = await startTestApp(env)
  const [ashaUser, raviUser, meeraUser] = [await aUser(app.db), await aUser(app.db), await aUser(app.db)]
  const creator = await aCreator(app.db, ashaUser.id, { handle: 'asha' })
  const plan = await aPlan(app.db, creator.id)
  const paid = { accessUntil: new Date(Date.now() + 20 * 86_400_000) }
  const ravisSubscription = await aSubscription(app.db, raviUser.id, plan, paid)
  const sessionOf = ({ id }: { id: string }) => aSession(app.db, app.platform, id)
  const asha = await sessionOf(ashaUser)
  return {
    app,
    asha,
    ravi: await sessionOf(raviUser),
    meera: await sessionOf(meeraUser),
    planId: plan.id,
    ravisSubscriptionId: ravisSubscription.id,
    /** Publishes with a file as Asha. */
    publish: (files: Record<string, Blob>, given: { planId?: string; alt?: string } = {}) =>
      app.call(createPost, { content: '<p>Hello</p>', ...given }, { as: asha, files }),
    /** Asha's post as shown to a user. */
    async postSeenBy(session: TestSession | undefined, id: string) {
      const { body } = await app.call(getPostsByPageHandle, { pageHandle: 'asha' }, { as: session })
      const post = body.find(({ _id }) => _id === id)
      if (!post) throw new Error('The post is not listed')
      return post
    },
  }
}

export function blobOf(bytes: Buffer<ArrayBuffer>, type = 'application/octet-stream'): Blob {
  return new Blob([bytes], { type })
}

/** The product, and any proxy in front of it. */
export type Reached = Pick<TestApp, 'baseUrl'> & { throughUrl?: string }

/** Requests an address as a browser's picture or player does: with the cookie half alone. */
export function fetchAs(
  app: Reached,
  session: TestSession | null,
  url: string | null | undefined,
  init: { method?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  const headers = { ...init.headers }
  if (session) headers['cookie'] = `cheers-${new URL(app.baseUrl).port}=${session.cookie}`
  return fetch(`${app.throughUrl ?? app.baseUrl}${url ?? '/none'}`, { redirect: 'manual', ...init, headers })
}

/** Every way to request bytes. None may get any. */
export async function expectNoBytes(
  app: Reached,
  session: TestSession | null,
  url: string | null | undefined,
): Promise<void> {
  const ways: { method?: string; headers?: Record<string, string> }[] = [
    {},
    { method: 'HEAD' },
    { headers: { range: 'bytes=0-' } },
    { headers: { range: 'bytes=0-0' } },
    { headers: { range: 'bytes=-1' } },
    { headers: { 'if-none-match': '"x"' } },
    { headers: { 'if-none-match': '*' } },
    { headers: { 'if-match': '"x"' } },
    { headers: { 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' } },
    { headers: { 'if-unmodified-since': 'Sat, 01 Jan 2000 00:00:00 GMT' } },
    { headers: { 'if-range': '"x"', range: 'bytes=0-9' } },
  ]
  for (const init of ways) {
    const answer = await fetchAs(app, session, url, init)
    expect(answer.status).toBe(404)
    expect(await answer.text()).not.toContain('RIFF')
    expect(answer.headers.get('etag')).toBeNull()
    expect(answer.headers.get('last-modified')).toBeNull()
    expect(answer.headers.get('location')).toBeNull()
  }
}
