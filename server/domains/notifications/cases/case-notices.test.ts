import { afterAll, beforeAll, expect, test } from 'vitest'

import { decidePageCase } from '#contract/enforcement/page-routes.ts'
import { appealDecision, reportItem } from '#contract/enforcement/routes.ts'
import { answerAppeal, decideCase } from '#contract/enforcement/staff-routes.ts'
import { getBadges, listNotifications } from '#contract/notifications/bell-routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aMessage } from '#server/domains/channels/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPost } from '#server/domains/posts/testing.ts'
import { aStaffMember } from '#server/domains/staff/testing.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

const MINUTE_MS = 60_000

let app: TestApp
let owner: Person
let channelId: string

type Person = Awaited<ReturnType<typeof aPerson>>

beforeAll(async () => {
  app = await startTestApp({ ALLOW_STAFF: 'without-second-factor' })
  owner = await aPerson()
  const page = await aCreator(app.db, owner.id, { handle: 'asha', pageName: 'Asha sings' })
  channelId = (await aPost(app.db, page.id)).id
})
afterAll(() => app.close())

async function aPerson() {
  const { id, email } = await aUser(app.db, { now: new Date(Date.now() - 30 * 86_400_000) })
  return { id, email, as: await aSession(app.db, app.platform, id) }
}

async function report(reason: 'spam' | 'illegal') {
  const [author, reporter] = [await aPerson(), await aPerson()]
  const message = await aMessage(app.db, channelId, author.id, { now: app.clock.now() })
  const target = { kind: 'message' as const, id: message.id }
  const { body } = await app.call(reportItem, { target, reason }, { as: reporter.as })
  await app.drain()
  return { author, reporter, caseId: body.caseId }
}

const bellOf = async (as: TestSession) =>
  (await app.call(listNotifications, {}, { as })).body.map(({ kind, path }) => [kind, path])

test('a report rings with whoever keeps order, and its answer with whoever sent it', async () => {
  const { author, reporter, caseId } = await report('spam')
  expect(await bellOf(owner.as)).toContainEqual(['report_waits', '/studio/moderation?part=reports&page=asha'])
  expect((await app.call(getBadges, {}, { as: owner.as })).body).toMatchObject({
    openReports: 1,
    heldMessages: 0,
  })
  const ruling = { caseId, measure: 'remove', reason: 'Advertising' } as const
  await app.call(decidePageCase, ruling, { as: owner.as })
  await app.drain()
  expect((await app.call(getBadges, {}, { as: owner.as })).body.openReports).toBe(0)
  expect(await bellOf(reporter.as)).toEqual([['report_answered', '/cases?part=reports']])
  // The author hears of it once, as of anything that a moderator takes away.
  expect((await bellOf(author.as)).map(([kind]) => kind)).toEqual(['message_removed'])
  // Unread, it is mailed.
  await app.clock.advance(app.db, 11 * MINUTE_MS)
  await app.drain()
  expect((await app.mails(reporter.email)).map(({ subject }) => subject)).toEqual([
    'We have decided about something you reported',
    'We have your report',
  ])
})

test('the operator’s decision and the answer to an appeal ring, and are mailed once', async () => {
  const { author, caseId } = await report('illegal')
  const judge = (await aStaffMember(app, 'moderator')).session
  const other = (await aStaffMember(app, 'moderator')).session
  const ruling = { measure: 'remove', rule: 'illegal', ground: 'law', facts: 'An offer of arms.' } as const
  await app.call(decideCase, { caseId, ...ruling }, { as: judge })
  await app.drain()
  await app.call(appealDecision, { caseId, text: 'Water pistols.' }, { as: author.as })
  await app.call(answerAppeal, { caseId, outcome: 'overturned', answer: 'So they are.' }, { as: other })
  await app.drain()
  await app.clock.advance(app.db, 11 * MINUTE_MS)
  await app.drain()
  expect(await bellOf(author.as)).toEqual([
    ['appeal_ended', `/cases/${caseId}`],
    ['case_decided', `/cases/${caseId}`],
  ])
  expect((await app.mails(author.email)).map(({ subject }) => subject).toSorted()).toEqual([
    'Your appeal was successful',
    'Your message on Cheers was removed',
  ])
})
