import * as z from 'zod/mini'

import { expect, test } from './journey.ts'
import { makeMediaFolder } from './media-files.ts'
import { runAsOperator } from './operator.ts'
import { signUp, signUpCreator } from './seed.ts'
import { expectSound } from './sound.ts'
import { joinStaff } from './staff-steps.ts'
import { aPerson, joinPlan } from './steps.ts'

// Three people, and a provider that fails before it works again.
test.slow()

const state = z.object({
  payments: z.record(z.string(), z.object({ id: z.string(), createdAt: z.number() })),
  documents: z.record(z.string(), z.object({ mime: z.string(), sizeBytes: z.number() })),
  disputes: z.record(
    z.string(),
    z.object({
      id: z.string(),
      status: z.string(),
      evidence: z.optional(z.object({ summary: z.string(), documents: z.array(z.unknown()) })),
    }),
  ),
})

test('a disputed payment is answered with evidence, though the provider failed at first, and won', async ({
  page: ashaPage,
  openBrowser,
  mailbox,
  product,
  request,
  allowError,
}) => {
  // The console stays shut until there is a second factor.
  allowError(/Failed to load resource: the server responded with a status of 403/)
  const [asha, ravi, maya] = [aPerson('Asha Rao'), aPerson('Ravi Menon'), aPerson('Maya Sen')]
  const [raviPage, mayaPage] = [await openBrowser(), await openBrowser()]
  const media = await makeMediaFolder()
  const main = mayaPage.getByRole('main')
  const bank = async (path: string, data: object = {}) => {
    const answer = await request.post(`${product.sandboxUrl}${path}`, { data })
    expect(answer.ok(), `the sandbox takes ${path}`).toBe(true)
  }
  const atProvider = async () => state.parse(await (await request.get(`${product.sandboxUrl}/state`)).json())

  await signUpCreator(ashaPage, asha, mailbox, [{ name: 'Tipsy', price: '10', description: 'Demos.' }])
  await signUp(raviPage, ravi, mailbox)
  await joinPlan(raviPage, asha.username, 'Tipsy')
  await joinStaff(mayaPage, maya, 'finance', { mailbox, product })

  await test.step('the bank asks for the money back, and Maya finds it first in the queue', async () => {
    const payments = Object.values((await atProvider()).payments)
    const newest = payments.toSorted((a, b) => b.createdAt - a.createdAt)[0]
    await bank(`/payments/${newest?.id}/dispute`)
    await mailbox.waitForMail(asha.email, 'is held: a bank is disputing a payment')
    await mayaPage.goto('/staff/disputes')
    await expect(mayaPage.getByRole('heading', { name: 'Disputes', level: 1 })).toBeVisible()
    await expectSound(mayaPage)
    await mayaPage.getByRole('link', { name: 'Ravi Menon to Asha Rao' }).click()
    await expect(mayaPage.getByRole('heading', { name: 'A bank asks for $10 back' })).toBeVisible()
    await expect(main.getByText(/^Answer due by \d+ \w+ \d{4}$/)).toBeVisible()
    await expectSound(mayaPage)
  })

  await test.step('she answers with the facts and a picture, by keyboard; the provider is down', async () => {
    await main.getByRole('button', { name: 'Send the answer…' }).press('Enter')
    await expect(main.getByText('Write what the bank should know.')).toBeVisible()
    await main.getByRole('button', { name: 'Begin with the facts' }).press('Enter')
    const text = main.getByLabel('What the bank should know')
    await expect(text).toHaveValue(/^The member has subscribed to Tipsy by Asha Rao since /)
    await text.press('Control+End')
    await mayaPage.keyboard.type(' He wrote to Asha twice.')
    const chooser = mayaPage.waitForEvent('filechooser')
    await main.getByRole('button', { name: 'Add pictures' }).press('Enter')
    await (await chooser).setFiles([await media.photo()])
    await expect(main.getByRole('list', { name: 'Pictures' }).getByRole('listitem')).toHaveCount(1)
    await bank('/knobs', { failureRates: { error_before_effect: 1 } })
    await main.getByRole('button', { name: 'Send the answer…' }).press('Enter')
    const dialog = mayaPage.getByRole('alertdialog')
    await expect(dialog).toContainText('cannot be changed afterwards')
    await dialog.getByRole('button', { name: 'Send the answer' }).press('Enter')
    await expect(main.getByText('Our answer is on its way to the payment provider.')).toBeVisible()
  })

  await test.step('she finds the job that failed, and runs it again once the provider works', async () => {
    await mayaPage.goto('/staff/jobs')
    await mayaPage.getByRole('tab', { name: 'Trying again' }).click()
    const job = main.getByRole('listitem').filter({ hasText: 'payments.send-evidence' })
    await expect(async () => {
      await mayaPage.reload()
      await mayaPage.getByRole('tab', { name: 'Trying again' }).click()
      await expect(job).toBeVisible({ timeout: 1000 })
    }).toPass()
    await expect(job).toContainText('Last error')
    await expectSound(mayaPage)
    await job.getByRole('button', { name: 'Run again…' }).click()
    const dialog = mayaPage.getByRole('alertdialog')
    await dialog.getByRole('button', { name: 'Run again' }).click()
    await expect(dialog.getByText('Give a reason.')).toBeVisible()
    await dialog.getByLabel('Reason').fill('The provider answers again')
    await dialog.getByLabel('Reason').press('Tab')
    // Only now, or the job may have tried once more by itself.
    await bank('/knobs', { reset: true })
    await dialog.getByRole('button', { name: 'Run again' }).press('Enter')
    await expect(dialog).toBeHidden()
    await mailbox.waitForMail(asha.email, 'We have answered the bank about $10')
  })

  await test.step('the bank has her words and the picture, and decides for the page', async () => {
    const { disputes, documents } = await atProvider()
    const [dispute] = Object.values(disputes)
    expect(dispute).toMatchObject({ status: 'under_review', evidence: { documents: [expect.anything()] } })
    expect(dispute?.evidence?.summary).toContain('He wrote to Asha twice.')
    expect(Object.values(documents)).toMatchObject([{ mime: 'image/jpeg' }])
    await mayaPage.goto(`/staff/disputes/${dispute?.id}`)
    await expect(main.getByText('The payment provider took it')).toBeVisible()
    await bank(`/disputes/${dispute?.id}/settle`, { outcome: 'won' })
    await mailbox.waitForMail(asha.email, 'You won the dispute about $10')
    await mayaPage.goto('/staff/disputes')
    await mayaPage.getByRole('tab', { name: 'Decided' }).click()
    await expect(main.getByRole('listitem').filter({ hasText: 'Ravi Menon to Asha Rao' })).toContainText(
      'Won',
    )
    await expectSound(mayaPage)
  })

  await test.step('the webhooks that told of it can be applied again, and the money is right', async () => {
    await mayaPage.goto('/staff/events')
    await mayaPage.getByRole('tab', { name: 'All' }).click()
    const told = main.getByRole('listitem').filter({ hasText: 'payment.dispute.won' })
    await told.getByRole('button', { name: /^Apply again: payment\.dispute\.won / }).click()
    await expect(mayaPage.getByText('It is applied in a moment.')).toBeVisible()
    await expectSound(mayaPage)
    await mayaPage.goto('/staff/money')
    await expect(mayaPage.getByRole('heading', { name: 'Ledger checks' })).toBeVisible()
    await expect(main.getByText('Gifts held are gifts open')).toBeVisible()
    await expectSound(mayaPage)
    expect(await runAsOperator(product, 'audit')).toContain('The books are proved.')
  })
  await media.remove()
})
