import type { Locator } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { passDays, productTime } from './operator.ts'
import { signUpCreator } from './seed.ts'
import { aPerson, beginPost, gotoUntil } from './steps.ts'

test.slow()

const PLANS = [
  { name: 'Tipsy', price: '5', description: 'A song a week.' },
  { name: 'Buzzed', price: '15', description: 'And how it is made.' },
]
const SONG = 'The tape from the attic.'

/** "12 May" of a day after another, as a browser in UTC writes it. */
function dayAfter(now: Date, days: number): string {
  const at = new Date(now.getTime() + days * 86_400_000)
  const year = at.getUTCFullYear() === now.getUTCFullYear() ? {} : { year: 'numeric' as const }
  return at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC', ...year })
}

test('a post opens step by step, says when to its readers, and can be shown before by a link', async ({
  page,
  openBrowser,
  mailbox,
  request,
  allowError,
}) => {
  allowError(/status of 404 .*\/api\/posts\/preview\//)
  const now = await productTime(request)
  const dayIn = (days: number) => dayAfter(now, days)
  const asha = aPerson('Asha Rao')
  await signUpCreator(page, asha, mailbox, PLANS)

  const dialog = await beginPost(page, { text: SONG })
  await dialog.getByRole('button', { name: 'More options' }).click()
  // In the words that the select had.
  const who = dialog.getByLabel('Who can see this post')
  await expect(who.locator('option:checked')).toHaveText('Free - All followers (everyone)')
  await who.selectOption('Certain plans')
  await dialog.getByRole('checkbox', { name: 'Buzzed' }).check()
  await dialog.getByRole('checkbox', { name: 'Tipsy' }).uncheck()
  await dialog.getByRole('button', { name: 'Release in stages' }).click()
  const second = dialog.getByRole('listitem').filter({ hasText: 'Step 2' })
  await second.getByLabel('When it opens').selectOption('Some days after publishing')
  await second.getByLabel('Days after publishing').fill('')
  await expect(dialog.getByText('Choose 1 to 366 days.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Publish Post' })).toBeDisabled()
  await second.getByLabel('Days after publishing').fill('10')
  await second.getByRole('checkbox', { name: 'Close it again' }).check()
  await second.getByLabel('Closes on').fill(`${isoDayAfter(now, 20)}T09:00`)
  await expect(summaryIn(dialog)).toHaveText(
    `Buzzed at publishing and everyone from 10 days after publishing until ${dayIn(20)}`,
  )
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Publish Post' }).click()
  await expect(dialog).toBeHidden()

  const visitor = await openBrowser()
  const post = visitor.getByRole('article').first()
  await visitor.goto(`/${asha.username}`)
  await expect(post.getByText(`Opens for everyone on ${dayIn(10)}`)).toBeVisible()
  await expect(visitor.getByText(SONG)).toHaveCount(0)

  // The link shows the post now, to somebody without an account.
  await page.getByRole('article').first().getByRole('button', { name: 'More about this post' }).click()
  await page.getByRole('menuitem', { name: 'Preview link' }).click()
  const link = page.getByRole('dialog', { name: 'Preview link' })
  await expect(link.getByRole('button', { name: 'Create link' })).toBeVisible()
  await link.getByRole('button', { name: 'Create link' }).click()
  const address = await link.getByRole('textbox', { name: 'Link' }).inputValue()
  await expect(link.getByText(`It works until ${dayIn(7)}.`)).toBeVisible()
  await expectAccessible(page)
  const path = new URL(address).pathname
  const editor = await openBrowser()
  await editor.goto(path)
  await expect(editor.getByText(SONG)).toBeVisible()
  await expect(editor.getByText(/A preview that Asha Rao shared with you/)).toBeVisible()
  await expectAccessible(editor)
  await link.getByRole('button', { name: 'Revoke the link' }).click()
  await expect(link.getByRole('button', { name: 'Create link' })).toBeVisible()
  await editor.goto(path)
  await expect(editor.getByText('This preview has ended')).toBeVisible()
  await expectAccessible(editor)

  await passDays(request, 10)
  await gotoUntil(visitor, `/${asha.username}`, post.getByText(SONG))
  await expect(post.getByText(`Open to everyone until ${dayIn(20)}`)).toBeVisible()
  await passDays(request, 11)
  await gotoUntil(visitor, `/${asha.username}`, post.getByText('A post for Buzzed'))
  await expect(visitor.getByText(SONG)).toHaveCount(0)
})

function summaryIn(dialog: Locator): Locator {
  return dialog.getByRole('status').filter({ hasText: 'publishing' })
}

function isoDayAfter(now: Date, days: number): string {
  return new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10)
}
