import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { blockUser } from '#contract/accounts/block-routes.ts'
import { actOnMessage, listHeldMessages } from '#contract/channels/moderation-routes.ts'
import { listMessages } from '#contract/channels/routes.ts'
import { decidePageCase, listPageReports } from '#contract/enforcement/page-routes.ts'
import * as contract from '#contract/enforcement/routes.ts'
import type { ReportReason, TargetKind } from '#contract/enforcement/rules.ts'
import { decideCase, getCase, listCases } from '#contract/enforcement/staff-routes.ts'
import { addModerator } from '#contract/moderation/routes.ts'
import { getPost } from '#contract/posts/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aMessage } from '#server/domains/channels/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPost } from '#server/domains/posts/testing.ts'
import { aStaffMember } from '#server/domains/staff/testing.ts'
import { many, run, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

const DAY_MS = 86_400_000
const LONG_AGO = new Date(Date.now() - 30 * DAY_MS)

let app: TestApp
let owner: { id: string; as: TestSession }
let keeper: { id: string; as: TestSession }
let staff: TestSession
let creatorId: string
let channelId: string

beforeAll(async () => {
  app = await startTestApp({ ALLOW_STAFF: 'without-second-factor' })
  owner = await aPerson()
  keeper = await aPerson()
  creatorId = (await aCreator(app.db, owner.id, { handle: 'asha', pageName: 'Asha sings' })).id
  await app.call(addModerator, { pageHandle: 'asha', userId: keeper.id }, { as: owner.as })
  staff = (await aStaffMember(app, 'moderator')).session
})
beforeEach(async () => {
  channelId = (await aPost(app.db, creatorId)).id
})
afterAll(() => app.close())

async function aPerson(now = LONG_AGO) {
  const { id } = await aUser(app.db, { now })
  return { id, as: await aSession(app.db, app.platform, id) }
}

const write = (authorId: string, body = 'Lovely, thank you') =>
  aMessage(app.db, channelId, authorId, { body, now: app.clock.now() })

function report(as: TestSession, kind: TargetKind, id: string, reason: ReportReason = 'spam', text = '') {
  return app.call(contract.reportItem, { target: { kind, id }, reason, text }, { as })
}

const seenBy = async (as?: TestSession) =>
  (await app.call(listMessages, { channelId }, { as })).body.messages.map(({ body }) => body)

const waitingOnPage = async (as: TestSession) =>
  (await app.call(listPageReports, { pageHandle: 'asha' }, { as })).body

describe('a report of a comment', () => {
  test('waits on its page, with five messages on each side, and without a name', async () => {
    const ravi = await aPerson()
    for (let index = 1; index <= 14; index++) await write(ravi.id, `Line ${index}`)
    const [{ id } = { id: '' }] = await many(
      app.db,
      sql<{ id: string }>`select id from messages where channel_id = ${channelId} and seq = 8`,
    )
    const meera = await aPerson()
    const answer = await report(meera.as, 'message', id, 'harassment', 'Again and again')
    expect(answer.body).toMatchObject({ level: 'page', isHeld: false, isDecided: false })
    const own = (await waitingOnPage(keeper.as)).find(({ _id }) => _id === answer.body.caseId)
    expect(own?.lines.map(({ body }) => body)).toEqual(
      Array.from({ length: 11 }, (_, index) => `Line ${index + 3}`),
    )
    expect(own?.lines.filter(({ isReported }) => isReported)).toMatchObject([{ body: 'Line 8' }])
    expect(own?.reports).toMatchObject([{ reason: 'harassment', text: 'Again and again' }])
    expect(JSON.stringify(own)).not.toContain(meera.id)
  })

  test('is one report however often it is sent, and one case however many send it', async () => {
    const { id } = await write((await aPerson()).id)
    const [one, other] = [await aPerson(), await aPerson()]
    const first = await report(one.as, 'message', id)
    const again = await Promise.all([report(one.as, 'message', id), report(one.as, 'message', id, 'hate')])
    const others = await report(other.as, 'message', id)
    for (const answer of [...again, others]) expect(answer.body.caseId).toBe(first.body.caseId)
    const mine = await app.call(contract.listOwnReports, {}, { as: one.as })
    expect(mine.body).toMatchObject([{ kind: 'message', reason: 'spam', outcome: null }])
    const waiting = (await waitingOnPage(owner.as)).find(({ _id }) => _id === first.body.caseId)
    expect(waiting?.reportCount).toBe(2)
  })

  test('can’t be made of one’s own, of what one can’t see, or of nothing', async () => {
    const ravi = await aPerson()
    const { id } = await write(ravi.id)
    expect((await report(ravi.as, 'message', id)).failure.code).toBe('own_item')
    const apart = await aPerson()
    await app.call(blockUser, { userId: ravi.id }, { as: apart.as })
    expect((await report(apart.as, 'message', id)).failure.code).toBe('target_not_found')
    for (const kind of ['message', 'post', 'page', 'person'] as const)
      expect((await report(ravi.as, kind, randomUUID())).failure.code).toBe('target_not_found')
    expect((await report(owner.as, 'page', creatorId)).failure.code).toBe('own_item')
  })

  test('of the creator goes to the operator: nobody decides about their own words', async () => {
    const { id } = await write(owner.id)
    expect((await report((await aPerson()).as, 'message', id)).body.level).toBe('operator')
  })
})

describe('three reports hold a comment', () => {
  const three = () => Promise.all([aPerson(), aPerson(), aPerson()])

  test('until somebody decides', async () => {
    const { id } = await write((await aPerson()).id)
    const held: boolean[] = []
    for (const { as } of await three()) held.push((await report(as, 'message', id)).body.isHeld)
    expect(held).toEqual([false, false, true])
    expect(await seenBy()).toEqual([])
    const waiting = (await waitingOnPage(owner.as)).find(({ channelId: where }) => where === channelId)
    expect(waiting).toMatchObject({ isHeld: true, reportCount: 3 })
    await app.call(decidePageCase, { caseId: waiting?._id ?? '', measure: 'none' }, { as: keeper.as })
    expect(await seenBy()).toHaveLength(1)
  })

  test('but not those of new accounts, or of people whose last five were all declined', async () => {
    const ravi = await aPerson()
    const { id } = await write(ravi.id)
    const [one, two, tired] = await three()
    for (let index = 0; index < 5; index++) {
      const other = await write(ravi.id, `Harmless ${index}`)
      const { body } = await report(tired.as, 'message', other.id)
      await app.call(decidePageCase, { caseId: body.caseId, measure: 'none' }, { as: owner.as })
    }
    const newcomer = await aPerson(new Date(app.clock.now().getTime() - 6 * DAY_MS))
    for (const { as } of [one, newcomer, tired, two])
      expect((await report(as, 'message', id)).body.isHeld).toBe(false)
    // One that was right counts again.
    await run(
      app.db,
      sql`update reports set outcome = 'acted' where id = (select id from reports
        where reporter_id = ${tired.id} and outcome is not null order by id desc limit 1)`,
    )
    const second = await write(ravi.id, 'Once more')
    for (const { as } of [one, two]) await report(as, 'message', second.id)
    expect((await report(tired.as, 'message', second.id)).body.isHeld).toBe(true)
  })
})

describe('what is illegal, intimate or about a child', () => {
  test('is out of sight at once, and nobody on the page brings it back', async () => {
    const { id, seq } = await write((await aPerson()).id, 'That picture')
    const { body } = await report((await aPerson()).as, 'message', id, 'intimate')
    expect(body).toMatchObject({ level: 'operator', isHeld: true })
    expect(new Date(body.dueAt).getTime() - app.clock.now().getTime()).toBeCloseTo(2 * 3_600_000, -4)
    expect(await seenBy()).toEqual([])
    const held = await app.call(listHeldMessages, { pageHandle: 'asha' }, { as: owner.as })
    expect(held.body.map(({ message }) => message._id)).not.toContain(id)
    const approved = await app.call(
      actOnMessage,
      { channelId, seq, act: 'approve', reason: '' },
      { as: owner.as },
    )
    expect(approved.failure.code).toBe('message_of_operator')
    expect((await waitingOnPage(owner.as)).map(({ _id }) => _id)).not.toContain(body.caseId)
  })

  test('once an item: after the staff let it stand, another word doesn’t take it away', async () => {
    const { id } = await write((await aPerson()).id, 'A bathing suit')
    const first = await report((await aPerson()).as, 'message', id, 'intimate')
    const ruling = { measure: 'none', rule: 'intimate', ground: 'terms', facts: 'A beach.' } as const
    await app.call(decideCase, { caseId: first.body.caseId, ...ruling }, { as: staff })
    expect(await seenBy()).toEqual(['A bathing suit'])
    const second = await report((await aPerson()).as, 'message', id, 'intimate')
    expect(second.body).toMatchObject({ level: 'operator', isHeld: false })
    expect(second.body.caseId).not.toBe(first.body.caseId)
    expect(await seenBy()).toEqual(['A bathing suit'])
  })

  test('takes an open case from its page, and makes it more urgent, never less', async () => {
    const { id } = await write((await aPerson()).id)
    const first = await report((await aPerson()).as, 'message', id, 'spam')
    const grave = await report((await aPerson()).as, 'message', id, 'child')
    expect(grave.body).toMatchObject({ caseId: first.body.caseId, level: 'operator', isHeld: true })
    expect(Date.parse(grave.body.dueAt)).toBeLessThan(Date.parse(first.body.dueAt))
    const person = await aPerson()
    const urgent = await report((await aPerson()).as, 'person', person.id, 'child')
    const later = await report((await aPerson()).as, 'person', person.id, 'spam')
    expect(later.body.dueAt).toBe(urgent.body.dueAt)
    const queue = await app.call(listCases, { limit: 100 }, { as: staff })
    expect(queue.body.find(({ _id }) => _id === first.body.caseId)).toMatchObject({
      reason: 'child',
      urgency: 'intimate',
      reportCount: 2,
      isHeld: true,
    })
  })

  test('hides a post for everyone, its page’s lists included, until somebody decides', async () => {
    const { body } = await report((await aPerson()).as, 'post', channelId, 'child')
    expect(body).toMatchObject({ level: 'operator', isHeld: true })
    expect((await app.call(getPost, { id: channelId })).status).toBe(404)
    const seen = await app.call(getCase, { caseId: body.caseId }, { as: staff })
    expect(seen.body).toMatchObject({ kind: 'post', isHeld: true, pageHandle: 'asha' })
    const ruling = { measure: 'none', rule: 'child', ground: 'terms', facts: 'A drawing.' } as const
    await app.call(decideCase, { caseId: body.caseId, ...ruling }, { as: staff })
    expect((await app.call(getPost, { id: channelId })).status).toBe(200)
  })

  test('a page and an account stay as they are: one person’s word doesn’t close them', async () => {
    const ravi = await aPerson()
    const ofPage = await report(ravi.as, 'page', creatorId, 'illegal')
    const ofPerson = await report(ravi.as, 'person', keeper.id, 'child')
    for (const { body } of [ofPage, ofPerson])
      expect(body).toMatchObject({ level: 'operator', isHeld: false })
  })

  test('that something is illegal is an opinion: people who were always wrong don’t hold it', async () => {
    const tired = await aPerson()
    for (let index = 0; index < 5; index++) {
      const { id } = await write((await aPerson()).id, `Harmless ${index}`)
      const { body } = await report(tired.as, 'message', id)
      await app.call(decidePageCase, { caseId: body.caseId, measure: 'none' }, { as: owner.as })
    }
    const { id } = await write((await aPerson()).id, 'Harmless, too')
    expect((await report(tired.as, 'message', id, 'illegal')).body).toMatchObject({ isHeld: false })
    expect((await report(tired.as, 'person', keeper.id, 'illegal')).body.level).toBe('operator')
  })
})

test('twenty reports a day, and no more', async () => {
  const ravi = await aPerson()
  const author = await aPerson()
  for (let index = 0; index < 20; index++)
    expect((await report(ravi.as, 'message', (await write(author.id, `Spam ${index}`)).id)).status).toBe(200)
  const over = await report(ravi.as, 'message', (await write(author.id, 'Once more')).id)
  expect([over.status, over.failure.code]).toEqual([429, 'too_many_requests'])
})
