import { randomUUID } from 'node:crypto'

import type { InputOf } from '#contract/http/route.ts'
import { getPostsByPageHandle } from '#contract/posts/routes.ts'
import * as contract from '#contract/posts/writing-routes.ts'
import { asViewer, aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { TestApp, TestSession } from '#server/testing/test-app.ts'

import { blocksOfHtml } from './blocks-of-html.ts'
import { beginDraft, saveWriting } from './drafts.ts'
import { publishDraft } from './publish.ts'

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

/** A post that isn't out: a draft, or with `publishAt` one that goes out then. */
export async function aWrittenPost(
  { database: { db } }: Pick<Platform, 'database'>,
  by: { ownerId: string; creatorId: string },
  given: {
    html: string
    title: string
    steps: Saved['audience']
    coverId: string | null
    publishAt: Date | null
  },
  now: Date,
): Promise<void> {
  const inTransaction: InTransaction = (work) => db.transaction().execute(work)
  const viewer = asViewer({ id: by.ownerId, name: '', email: '' })
  const { id, revision } = await inTransaction(async (trx) => {
    const begun = { viewer, creatorId: by.creatorId, clientKey: randomUUID(), from: null, now }
    const { post } = await beginDraft(trx, begun)
    const { html, publishAt: _, ...draft } = given
    const written = {
      ...draft,
      revision: post.revision,
      blocks: blocksOfHtml(html),
      mediaIds: [],
      files: null,
      videoLink: null,
      teaser: null,
      isMailed: true,
    }
    return (await saveWriting(trx, viewer, post.id, written, now)).post
  })
  if (given.publishAt !== null)
    await publishDraft(inTransaction, { viewer, id, revision, publishAt: given.publishAt, now })
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
