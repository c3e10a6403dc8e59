import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { getLiveSession, listLivePolls, moveLiveSession } from '#contract/live/routes.ts'
import * as polls from '#contract/polls/routes.ts'
import { deletePlan } from '#contract/plans/routes.ts'
import { getPostByAddress } from '#contract/posts/routes.ts'
import { getDraft } from '#contract/posts/writing-routes.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { questionDesk } from './testing.ts'

const POLL = {
  question: 'Which song next?',
  options: ['The river', '<b>The lamp</b>'],
  choicesMin: 1,
  choicesMax: 1,
  minutes: null,
  voters: { reach: 'everyone' as const, planIds: [] },
  secrecy: 'secret' as const,
  mayChange: true,
  weights: [],
}

let app: TestApp
let desk: Awaited<ReturnType<typeof questionDesk>>
let number = 0

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  number += 1
  desk = await questionDesk(app, `asha${number}`)
})

async function end(liveSessionId: string): Promise<void> {
  await app.call(moveLiveSession, { liveSessionId, move: 'end' }, { as: desk.owner.as })
  await app.drain()
}

async function seenBy(liveSessionId: string, as = desk.owner.as) {
  return (await app.call(getLiveSession, { liveSessionId }, { as })).body
}

async function readPost(path: string, as = desk.owner.as) {
  const address = path.split('/').at(-1) ?? ''
  return (await app.call(getPostByAddress, { pageHandle: desk.pageHandle, address }, { as })).body.post
}

async function askPoll(channelId: string, results: 'always' | 'owner'): Promise<string> {
  const input = { channelId, clientKey: randomUUID(), ...POLL, results }
  return (await app.call(polls.postPoll, input, { as: desk.owner.as })).body.pollId ?? ''
}

describe('a session that ended', () => {
  test('is a post with what was answered and voted, for whoever could come, and nothing of it is HTML', async () => {
    const id = await desk.aLive({ replay: 'publish', title: 'The new record', text: 'About <drums>' })
    const { as } = await desk.aPerson()
    const questionId = await desk.asked(id, as, 'Is <script>alert(1)</script> a question?')
    await desk.asked(id, (await desk.aPerson()).as, 'Never answered?')
    await desk.act(questionId, 'answer', { answer: 'It is.\n\nAnd <i>this</i> is an answer.' })
    const pollId = await askPoll(id, 'always')
    await askPoll(id, 'owner')
    await app.call(polls.vote, { pollId, options: [1] }, { as })
    const { body } = await app.call(listLivePolls, { liveSessionId: id }, { as })
    expect(body.pollIds).toHaveLength(2)
    await end(id)
    const { replayPath } = await seenBy(id, as)
    const { content: html, isReplay } = await readPost(replayPath ?? '', as)
    expect(isReplay).toBe(true)
    expect(html).toContain('Is &lt;script&gt;alert(1)&lt;/script&gt; a question?')
    expect(html).toContain('And &lt;i&gt;this&lt;/i&gt; is an answer.')
    expect(html).toContain('&lt;b&gt;The lamp&lt;/b&gt;: 1 vote')
    expect(html.match(/Which song next/g)).toHaveLength(1)
    expect(html).not.toContain('Never answered')
    expect(html).toContain(`/live/${id}`)
  })

  test('is a draft where its creator wants to look first, once', async () => {
    const id = await desk.aLive({ replay: 'draft' })
    await desk.act(await desk.asked(id, (await desk.aPerson()).as), 'answer', { answer: 'Slowly.' })
    await end(id)
    const { replayPath, settings } = await seenBy(id)
    expect(replayPath).toBeNull()
    const postId = settings?.draftPath?.split('/').at(-1) ?? ''
    const { body } = await app.call(getDraft, { id: postId }, { as: desk.owner.as })
    expect([body.title, body.state, body.isReplay, JSON.stringify(body.content)]).toEqual([
      'Ask me anything',
      'draft',
      true,
      expect.stringContaining('Slowly.'),
    ])
  })

  test('for a plan that is no longer sold is left a draft', async () => {
    const plan = await aPlan(app.db, desk.creatorId)
    const id = await desk.aLive({ replay: 'publish', planId: plan.id })
    await desk.act(await desk.asked(id, desk.owner.as), 'answer', { answer: 'Slowly.' })
    await app.call(deletePlan, { pageHandle: desk.pageHandle, planId: plan.id }, { as: desk.owner.as })
    await end(id)
    const { replayPath, settings } = await seenBy(id)
    expect([replayPath, settings?.draftPath]).toEqual([null, expect.any(String)])
  })

  test.each([
    ['nothing was answered', 'publish'],
    ['its creator wants nothing', 'none'],
  ] as const)('is no post where %s', async (_, replay) => {
    const id = await desk.aLive({ replay })
    const questionId = await desk.asked(id, (await desk.aPerson()).as)
    if (replay === 'none') await desk.act(questionId, 'answer', { answer: 'Slowly.' })
    await end(id)
    expect(await seenBy(id)).toMatchObject({ replayPath: null, settings: { draftPath: null } })
  })
})
