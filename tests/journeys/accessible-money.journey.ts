import type { Page } from '@playwright/test'

import { expect, test } from './journey.ts'
import { expectSound } from './sound.ts'
import { aPerson, joinPlan, publishPost, signUp, signUpCreator } from './steps.ts'

const LONG_REASON = 'I joined the wrong page, and only saw it when the receipt came. '.repeat(6).trim()

/** Opens a dialog, looks at it on phone and desk in both themes, and leaves it as it was. */
async function lookAtDialog(page: Page, open: () => Promise<void>): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 850 })
  await open()
  await expect(page.locator('dialog[open]')).toBeVisible()
  await expectSound(page)
  await page.keyboard.press('Escape')
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  await page.setViewportSize({ width: 1280, height: 850 })
}

test('nobody meets a barrier where money is decided', async ({ openBrowser, mailbox }) => {
  test.setTimeout(600_000)
  const creator = aPerson('Asha Rao')
  const asha = await openBrowser()
  const ravi = await openBrowser()
  const main = ravi.getByRole('main')
  await signUpCreator(asha, creator, mailbox, [
    { name: 'Tipsy', price: '10', description: 'Demos.' },
    { name: 'Drunk', price: '25', description: 'Everything.' },
  ])
  await publishPost(asha, { text: 'For members.', visibility: 'Tipsy - $10/month supporters' })
  await signUp(ravi, aPerson('Ravi Menon'), mailbox)
  await joinPlan(ravi, creator.username, 'Tipsy')

  await test.step('the creator asks her members for a new price', async () => {
    await asha.getByRole('button', { name: /^Edit.*Tipsy/ }).click()
    const dialog = asha.getByRole('dialog')
    await dialog.getByLabel('Price').fill('12')
    await dialog.getByLabel('Current members').selectOption({ index: 1 })
    await expectSound(asha)
    await dialog.getByRole('button', { name: 'Save Plan' }).click()
    await expect(dialog.getByText('Your changes are saved.')).toBeVisible()
  })

  await test.step('the member accepts or leaves, changes, pauses, and sets a budget', async () => {
    await ravi.goto('/subscriptions')
    await expect(main.getByText(/^Asha Rao asks \$12\/month for Tipsy/)).toBeVisible()
    await expectSound(ravi)
    await lookAtDialog(ravi, async () => {
      await main.getByRole('button', { name: 'Leave your membership of Asha Rao' }).click()
      await expect(ravi.getByRole('alertdialog')).toContainText('Your Tipsy plan ends on ')
    })
    const fromMenu = (name: string) => async () => {
      await main.getByRole('button', { name: 'More for Asha Rao' }).click()
      await ravi.getByRole('menuitem', { name }).click()
    }
    await lookAtDialog(ravi, async () => {
      await fromMenu('Change plan')()
      await expect(ravi.getByText('Charged today')).toBeVisible()
    })
    await lookAtDialog(ravi, fromMenu('Pause'))
    await main.getByRole('button', { name: 'Set a budget' }).click()
    await main.getByLabel('Monthly budget').fill('nothing')
    await main.getByRole('button', { name: 'Set budget' }).click()
    await expectSound(ravi)
  })

  await test.step('he reads a post for members, and asks for his money back', async () => {
    const opened = ravi.waitForResponse(/\/api\/post\/opened\//)
    await ravi.goto(`/${creator.username}`)
    await opened
    await ravi.goto('/settings?tab=billing')
    const dialog = ravi.getByRole('dialog')
    await main.getByRole('button', { name: /^Ask for a refund/ }).click()
    await dialog.getByLabel('Why do you want it back?').fill(LONG_REASON)
    await expectSound(ravi)
    await dialog.getByRole('button', { name: 'Send request' }).click()
    await expect(main.getByText('Refund requested')).toBeVisible()
  })

  await test.step('the creator decides, and says where she is paid', async () => {
    await asha.goto('/payout')
    const asked = asha.getByRole('region', { name: 'Refund requests' })
    await expect(asked).toContainText(LONG_REASON)
    await expectSound(asha)
    for (const name of ['Refund Ravi Menon', 'Decline Ravi Menon'])
      await lookAtDialog(asha, () => asked.getByRole('button', { name }).click())
    await lookAtDialog(asha, () => asha.getByRole('button', { name: 'Add payout details' }).click())
  })
})
