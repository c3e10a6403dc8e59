import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { answerDispute, getDispute, listDisputes } from '#contract/console/dispute-routes.ts'
import { aMedium } from '#server/domains/media/testing.ts'
import { aStaffMember } from '#server/domains/staff/testing.ts'
import { run, sql } from '#server/platform/db/query.ts'
import { auditProblems } from '#server/testing/audited.ts'
import { aDisputedPayment } from '#server/testing/money-desk-inputs.ts'
import { aPayablePage } from '#server/testing/payable-page.ts'
import { type PaymentSandbox, steerSandbox } from '#server/testing/sandbox.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

const OPERATIONS = 'operations@cheers.example'
const TEXT = 'Ravi opened twelve posts since this payment; his receipts are enclosed.'

let app: TestApp
let sandbox: PaymentSandbox
let author: { id: string; session: TestSession }

beforeAll(async () => {
  app = await startTestApp({ ALLOW_STAFF: 'without-second-factor', OPERATOR_EMAIL: OPERATIONS })
  sandbox = steerSandbox(app)
  author = await aStaffMember(app, 'finance')
})
afterAll(() => app.close())

/** A member paid, and their bank asks the money back. */
async function aDisputeAtProvider(): Promise<{ id: string; ownerEmail: string }> {
  const page = await aPayablePage(app)
  const { providerPaymentId } = await page.join()
  const { id } = await sandbox.post(`/payments/${providerPaymentId}/dispute`)
  await sandbox.deliver()
  return { id: String(id), ownerEmail: page.owner.email }
}

/** A picture of somebody's own that was uploaded as a PNG. */
async function aScreenshot(ownerId: string, mime = 'image/png'): Promise<string> {
  const { id, folder } = await aMedium(app.db, ownerId, 'image')
  const bytes = Buffer.from('89504e470d0a1a0a0d0a2d2d', 'hex')
  await app.platform.storage.put(`media/${folder}/original.png`, bytes, mime)
  await run(
    app.db,
    sql`update media set original_key = ${`media/${folder}/original.png`}, mime = ${mime}, size_bytes = ${bytes.length}
      where id = ${id}`,
  )
  return id
}

const see = async (disputeId: string) =>
  (await app.call(getDispute, { disputeId }, { as: author.session })).body
const send = (disputeId: string, mediaIds: string[] = []) =>
  app.call(answerDispute, { disputeId, text: TEXT, mediaIds }, { as: author.session })
const atProvider = async (id: string) => {
  const { keyId, keySecret, checkoutUrl } = app.platform.razorpay
  const answer = await fetch(`${new URL(checkoutUrl).origin}/v1/disputes/${id}`, {
    headers: { authorization: `Basic ${btoa(`${keyId}:${keySecret}`)}` },
  })
  return (await answer.json()) as Record<string, Record<string, unknown> | string>
}
const subjects = async (to = OPERATIONS) => (await app.mails(to)).map(({ subject }) => subject)

describe('a disputed payment', () => {
  test('is answered with evidence, and won: the money is released, and everybody is told', async () => {
    const { id, ownerEmail } = await aDisputeAtProvider()
    const [first] = (await app.call(listDisputes, {}, { as: author.session })).body
    expect(first).toMatchObject({ _id: id, status: 'open', amount: 9.99, evidence: 'none' })
    expect(await subjects()).toContain('A bank asks for $9.99 back')
    const asked = await see(id)
    expect(asked).toMatchObject({ canAnswer: true, use: { paymentCount: 1, openedCount: 0 } })
    expect(asked.timeline.map(({ kind }) => kind)).toEqual(['paid', 'opened', 'due'])

    const pictures = [await aScreenshot(author.id), await aScreenshot(author.id, 'image/jpeg')]
    expect((await send(id, pictures)).status).toBe(200)
    expect((await see(id)).canAnswer).toBe(false)
    await app.drain()
    const { evidence, status } = await atProvider(id)
    expect(status).toBe('under_review')
    expect(evidence).toMatchObject({
      summary: TEXT,
      others: [{ type: 'evidence', document_ids: [expect.any(String), expect.any(String)] }],
      submitted_at: expect.any(Number),
    })
    await sandbox.deliver()
    const answered = await see(id)
    expect(answered.answers).toMatchObject([{ text: TEXT, pictureCount: 2, state: 'sent', refusal: '' }])
    expect(answered.status).toBe('open')
    expect(await subjects()).toContain('Our answer about $9.99 is with the bank')
    expect(await subjects(ownerEmail)).toContain('We have answered the bank about $9.99')

    await sandbox.post(`/disputes/${id}/settle`, { outcome: 'won' })
    await sandbox.deliver()
    expect(await see(id)).toMatchObject({ status: 'won', canAnswer: false })
    expect(await subjects()).toContain('The dispute about $9.99 was won')
    const settled = (await app.call(listDisputes, { queue: 'settled' }, { as: author.session })).body
    expect(settled.map(({ _id }) => _id)).toEqual([id])
    expect(await auditProblems(app)).toEqual([])
  })

  test('can be lost all the same', async () => {
    const { id } = await aDisputeAtProvider()
    await send(id)
    await app.drain()
    await sandbox.post(`/disputes/${id}/settle`, { outcome: 'lost' })
    await sandbox.deliver()
    expect((await see(id)).status).toBe('lost')
    expect(await subjects()).toContain('The dispute about $9.99 was lost')
  })

  test('is answered once', async () => {
    const { id } = await aDisputeAtProvider()
    const all = await Promise.all([send(id), send(id), send(id)])
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    await app.drain()
    expect((await send(id)).failure.code).toBe('dispute_answered')
  })

  test('whose answer was lost on its way back to us is not answered a second time', async () => {
    const { id } = await aDisputeAtProvider()
    await app.platform.razorpay.contestDispute(id, { amountMinor: 999, summary: TEXT, documentIds: [] })
    await send(id)
    await app.drain()
    expect((await see(id)).answers).toMatchObject([{ state: 'sent' }])
  })

  test('that was decided before the answer arrived says so', async () => {
    const { id } = await aDisputeAtProvider()
    await send(id)
    await sandbox.post(`/disputes/${id}/settle`, { outcome: 'lost' })
    await app.drain()
    expect((await see(id)).answers).toMatchObject([
      { state: 'refused', refusal: 'The bank had decided before the answer arrived.' },
    ])
    await sandbox.deliver()
    expect((await send(id)).failure.code).toBe('dispute_settled')
  })

  test('that the provider does not know is told apart from one that it could not be asked about', async () => {
    // Written by us alone: the provider refuses what it never heard of.
    const { disputeId } = await aDisputedPayment(app)
    await send(disputeId)
    await app.drain()
    const { answers, canAnswer } = await see(disputeId)
    expect(answers).toMatchObject([{ state: 'refused', refusal: 'The id provided does not exist' }])
    expect(canAnswer).toBe(true)
    expect(await subjects()).toContain('Our answer about $9.99 was not accepted')
  })

  test('takes pictures of the author alone, as banks take them', async () => {
    const { id } = await aDisputeAtProvider()
    const others = await aScreenshot((await aStaffMember(app, 'finance')).id)
    for (const picture of [others, await aScreenshot(author.id, 'image/webp')]) {
      const answer = await send(id, [picture])
      expect([answer.status, answer.failure.code]).toEqual([422, 'evidence_refused'])
    }
    expect((await see(id)).answers).toEqual([])
  })
})

test('a suspicion of fraud is listed and cannot be answered', async () => {
  const page = await aPayablePage(app)
  const { providerPaymentId } = await page.join()
  const { id } = await sandbox.post(`/payments/${providerPaymentId}/dispute`, { phase: 'fraud' })
  await sandbox.deliver()
  expect(await see(String(id))).toMatchObject({ status: 'suspected', canAnswer: false })
  expect((await send(String(id))).failure.code).toBe('dispute_suspected')
  expect((await send('disp_00000000000000')).failure.code).toBe('dispute_not_found')
})

test('the queue goes on where it ended, those that are due first', async () => {
  const whole = (await app.call(listDisputes, {}, { as: author.session })).body.map(({ _id }) => _id)
  const paged: string[] = []
  for (;;) {
    const cursor = paged.at(-1)
    const rows = (
      await app.call(listDisputes, { limit: 2, ...(cursor && { cursor }) }, { as: author.session })
    ).body
    paged.push(...rows.map(({ _id }) => _id))
    if (rows.length < 2) break
  }
  expect(paged).toEqual(whole)
  expect(whole.length).toBeGreaterThan(2)
})
