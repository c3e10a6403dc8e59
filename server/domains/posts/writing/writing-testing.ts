import { randomUUID } from 'node:crypto'

import type { InputOf } from '#contract/http/route.ts'
import { getPostsByPageHandle } from '#contract/posts/routes.ts'
import * as contract from '#contract/posts/writing-routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import type { TestApp, TestSession } from '#server/testing/test-app.ts'

export const HOUR_MS = 3_600_000

/** The steps of the widest audience. */
export const EVERYONE = [
  { reach: 'everyone' as const, planIds: [], isExact: false, fromAt: null, untilAt: null },
]

/** The steps of an audience that holds this plan, or one that includes it. */
export function holdersOf(planId: string) {
  return [{ reach: 'plans' as const, planIds: [planId], isExact: false, fromAt: null, untilAt: null }]
}

/** The editor's blocks for one paragraph. */
export function words(text: string) {
  return { blocks: [{ type: 'paragraph', data: { text } }] }
}

type Saved = InputOf<typeof contract.saveDraft>

/** A creator who writes, with a page of their own. */
export async function writingDesk(app: TestApp) {
  const user = await aUser(app.db)
  const session = await aSession(app.db, app.platform, user.id)
  const creator = await aCreator(app.db, user.id)
  const draftOf = async (id: string) => (await app.call(contract.getDraft, { id }, { as: session })).body
  return {
    userId: user.id,
    session,
    creator,
    draftOf,
    async begin(): Promise<string> {
      const { body } = await app.call(contract.createDraft, { clientKey: randomUUID() }, { as: session })
      return body._id
    },
    async save(id: string, given: Partial<Saved> = {}, as: TestSession = session) {
      const input = {
        id,
        revision: (await draftOf(id)).revision,
        title: 'A title',
        content: words('Some words'),
        audience: EVERYONE,
        mediaIds: [],
        videoLink: null,
        teaser: null,
        coverId: null,
        isMailed: true,
        ...given,
      }
      return app.call(contract.saveDraft, input, { as })
    },
    async publish(id: string, publishAt: Date | null = null) {
      const { revision } = await draftOf(id)
      const input = { id, revision, publishAt: publishAt?.toISOString() ?? null }
      return app.call(contract.publishDraft, input, { as: session })
    },
    move: (id: string, to: 'draft' | 'hidden' | 'shown' | 'pinned' | 'unpinned' | 'restored') =>
      app.call(contract.movePost, { id, to }, { as: session }),
    /** The posts on the page, as somebody sees them. */
    async shown(as?: TestSession): Promise<string[]> {
      const { body } = await app.call(getPostsByPageHandle, { pageHandle: creator.handle }, as ? { as } : {})
      return body.map(({ _id }) => _id)
    },
    ahead: (ms: number) => new Date(app.clock.now().getTime() + ms),
  }
}
