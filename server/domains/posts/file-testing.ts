import { getDownload } from '#contract/media/routes.ts'
import { createPost, getPost } from '#contract/posts/routes.ts'
import { aFollow } from '#server/domains/audiences/testing.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { uploadFile } from '#server/domains/media/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { startTestApp, type TestSession } from '#server/testing/test-app.ts'

import { fetchAs } from './media-testing.ts'

/** Asha with two plans, a follower, and a member of each plan. */
export async function startFileTest(env: Record<string, string> = {}) {
  const app = await startTestApp(env)
  const owner = await aUser(app.db)
  const creator = await aCreator(app.db, owner.id, { handle: 'asha' })
  const basic = await aPlan(app.db, creator.id, { name: 'Basic', priceCents: 500 })
  const full = await aPlan(app.db, creator.id, { name: 'Full', priceCents: 900 })
  const paid = { accessUntil: new Date(Date.now() + 20 * 86_400_000) }
  const people = [await aUser(app.db), await aUser(app.db), await aUser(app.db)] as const
  await aFollow(app.db, people[0].id, creator.id)
  await aSubscription(app.db, people[1].id, basic, paid)
  await aSubscription(app.db, people[2].id, full, paid)
  const sessionOf = ({ id }: { id: string }) => aSession(app.db, app.platform, id)
  const asha = await sessionOf(owner)
  return {
    app,
    asha,
    creatorId: creator.id,
    ownerId: owner.id,
    basicMemberId: people[1].id,
    follower: await sessionOf(people[0]),
    ofBasic: await sessionOf(people[1]),
    ofFull: await sessionOf(people[2]),
    basic: basic.id,
    full: full.id,
    upload: (name: string, text: string) => uploadFile(app, asha, { name, bytes: Buffer.from(text) }),
    /** Publishes a post with files as Asha. */
    publish: (files: { mediaId: string; planIds?: string[] }[], given: { planId?: string } = {}) =>
      app.call(createPost, { content: '<p>My stems</p>', files, ...given }, { as: asha }),
    postSeenBy: async (session: TestSession | undefined, id: string) =>
      (await app.call(getPost, { id }, { as: session })).body,
    /** A file's bytes for a viewer, by the address that the product gives them. */
    async download(session: TestSession | undefined, mediaId: string, headers: Record<string, string> = {}) {
      const { status, body } = await app.call(getDownload, { mediaId }, { as: session })
      return status === 200 ? fetchAs(app, session ?? null, body.url, { headers }) : null
    },
  }
}
