import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { getBillingDetails, getReceiptPdf, saveBillingDetails } from '#contract/payments/billing-routes.ts'
import { getReceipt } from '#contract/payments/routes.ts'
import { aSession, aUser, type BuiltUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { many, run, sql } from '#server/platform/db/query.ts'
import { readPdfText } from '#server/testing/pdf-text.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { aPayment } from '../testing.ts'

let app: TestApp
let member: BuiltUser
let members: TestSession
let pay: (capturedAt: Date) => Promise<string>

beforeAll(async () => {
  app = await startTestApp()
  member = await aUser(app.db, { name: 'रवि मेनन' })
  members = await aSession(app.db, app.platform, member.id)
  const creator = await aCreator(app.db, (await aUser(app.db)).id, { pageName: 'Asha Rao' })
  const plan = await aPlan(app.db, creator.id)
  const { id: subscriptionId } = await aSubscription(app.db, member.id, plan)
  pay = async (capturedAt) =>
    (await aPayment(app.db, { subscriptionId, memberId: member.id, plan, capturedAt })).id
})
afterAll(() => app.close())

describe('receipts', () => {
  test('are numbered from one in every year, without a gap, however many are paid at a time', async () => {
    await Promise.all(Array.from({ length: 12 }, () => pay(new Date('2030-06-01T00:00:00Z'))))
    // A charge that is rolled back uses up no number.
    await expect(
      app.db.transaction().execute(async (db) => {
        await run(
          db,
          sql`insert into payments (id, provider_payment_id, subscription_id, member_id, creator_id, plan_id, kind,
              plan_version_id, plan_name, interval, period_from, period_until, currency, amount_cents,
              fee_basis_points, fee_cents, net_cents, captured_at, created_at)
            select gen_random_uuid(), 'pay_undone', subscription_id, member_id, creator_id, plan_id, kind,
              plan_version_id, plan_name, interval, period_from, period_until, currency, amount_cents,
              fee_basis_points, fee_cents, net_cents, captured_at, created_at
            from payments limit 1`,
        )
        await run(db, sql`set constraints all immediate`)
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    await pay(new Date('2030-12-31T23:59:59.999Z'))
    await pay(new Date('2031-01-01T00:00:00.000Z'))
    const rows = await many(
      app.db,
      sql<{ year: number; number: number }>`select year, number from receipts where year > 2029
        order by year, number`,
    )
    expect(rows).toEqual([
      ...Array.from({ length: 13 }, (_, index) => ({ year: 2030, number: index + 1 })),
      { year: 2031, number: 1 },
    ])
  })

  test('keep their number: the database refuses to change or remove one', async () => {
    await pay(new Date())
    await expect(run(app.db, sql`update receipts set number = number + 1`)).rejects.toThrow(
      /keeps its number/,
    )
    await expect(run(app.db, sql`delete from receipts`)).rejects.toThrow(/keeps its number/)
  })

  test('are available as PDF, to the payer alone', async () => {
    const paymentId = await pay(new Date())
    const { receiptNumber } = (await app.call(getReceipt, { paymentId }, { as: members })).body
    const { body } = await app.call(getReceiptPdf, { paymentId }, { as: members })
    expect([body.fileName, body.contentType]).toEqual([
      `cheers-receipt-${receiptNumber}.pdf`,
      'application/pdf',
    ])
    expect(Buffer.from(body.base64, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
    const stranger = await aSession(app.db, app.platform, (await aUser(app.db)).id)
    expect((await app.call(getReceiptPdf, { paymentId }, { as: stranger })).status).toBe(404)
  })

  test('carry an address and a GSTIN when asked to', async () => {
    const paymentId = await pay(new Date())
    const save = (gstin: string) =>
      app.call(saveBillingDetails, { address: '1 MG Road\nBengaluru', gstin }, { as: members })
    const wrong = await save('29ABCDE')
    expect([wrong.status, wrong.failure.field]).toEqual([422, 'gstin'])
    expect((await save(' 29abcde1234f1z5 ')).body.details.gstin).toBe('29ABCDE1234F1Z5')
    const details = { address: '1 MG Road\nBengaluru', gstin: '29ABCDE1234F1Z5' }
    expect((await app.call(getBillingDetails, {}, { as: members })).body).toEqual(details)
    const { body } = await app.call(getReceipt, { paymentId }, { as: members })
    expect(body.paidBy).toMatchObject(details)
    const pdf = (await app.call(getReceiptPdf, { paymentId }, { as: members })).body
    const text = readPdfText(Buffer.from(pdf.base64, 'base64'))
    for (const line of ['1 MG Road', 'Bengaluru', '29ABCDE1234F1Z5']) expect(text).toContain(line)
    expect(text).toContain('Paid by')

    await run(app.db, sql`update users set language = 'pseudo' where id = ${member.id}`)
    const pseudo = (await app.call(getReceiptPdf, { paymentId }, { as: members })).body
    const pseudoText = readPdfText(Buffer.from(pseudo.base64, 'base64'))
    expect(pseudoText).toContain('1 MG Road')
    expect(pseudoText).not.toContain('Paid by')
  })
})
