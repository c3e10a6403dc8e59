import type { Page } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { press, tabTo } from './keyboard.ts'
import { follow, openCreatorPage, publishForFollowers, signUp, signUpUnseen } from './seed.ts'
import { expectSound } from './sound.ts'
import { aPerson } from './steps.ts'

test.describe.configure({ timeout: 240_000 })

test('the bell rings while a page is open, and is read by keyboard and by mouse', async ({
  page: asha,
  openBrowser,
  mailbox,
}) => {
  const creator = aPerson('Asha Rao')
  const handle = creator.username
  await signUpUnseen(asha, creator, mailbox)
  await openCreatorPage(asha, { pageName: creator.name, handle })
  const bell = asha.getByRole('button', { name: /^Notifications/ })
  await expect(bell).toHaveText('Notifications')

  const ravi = await openBrowser()
  await signUp(ravi, aPerson('Ravi Menon'), mailbox)
  await follow(ravi, handle)

  await test.step('it rings by itself', async () => {
    await expect(bell).toHaveAccessibleName('Notifications 1 unread')
    await expectAccessible(asha)
  })

  await test.step('it opens by keyboard, and Esc leads back', async () => {
    await press(asha, bell)
    const newest = asha.getByRole('dialog', { name: 'Notifications' })
    await expect(newest.getByRole('link', { name: /Ravi Menon follows you/ })).toBeVisible()
    await expectAccessible(asha)
    await asha.keyboard.press('Escape')
    await expect(newest).toBeHidden()
    await expect(bell).toBeFocused()
  })

  await test.step('everything is marked as read with one press', async () => {
    await bell.click()
    const newest = asha.getByRole('dialog', { name: 'Notifications' })
    await newest.getByRole('button', { name: 'Mark all as read' }).click()
    await expect(newest.getByText('New', { exact: true })).toBeHidden()
    await newest.getByRole('link', { name: 'See all' }).click()
    await asha.waitForURL('**/notifications')
    await expect(asha.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
    await expect(asha.getByRole('main').getByRole('link', { name: /Ravi Menon follows you/ })).toBeVisible()
    await expectSound(asha)
  })

  await test.step('a new post leads to it, and is read by that', async () => {
    await publishForFollowers(asha, 'The first verse.')
    const ravisBell = ravi.getByRole('button', { name: /^Notifications/ })
    await expect(ravisBell).toHaveAccessibleName('Notifications 1 unread')
    await ravisBell.click()
    await ravi.getByRole('link', { name: new RegExp(`${creator.name} published a new post`) }).click()
    await ravi.waitForURL(`**/${handle}/posts/**`)
    await expect(ravi.getByText('The first verse.').first()).toBeVisible()
    await expect(ravisBell).toHaveText('Notifications')
  })
})

test('what reaches a person where is kept, and a mail is ended with its link', async ({
  page: asha,
  openBrowser,
  mailbox,
}) => {
  const creator = aPerson('Asha Rao')
  await signUpUnseen(asha, creator, mailbox)
  await openCreatorPage(asha, { pageName: creator.name, handle: creator.username })
  const settings = '/settings?tab=notifications'

  await test.step('choices are kept', async () => {
    await asha.goto(settings)
    await expect(asha.getByRole('switch', { name: 'Replies' })).toBeChecked()
    await tabTo(asha, asha.getByRole('checkbox', { name: 'Bell Likes' }))
    await untilSaved(asha, '/user/notification-choices', () => asha.keyboard.press('Space'))
    await expect(asha.getByRole('checkbox', { name: 'Bell Likes' })).not.toBeChecked()
    await untilSaved(asha, '/user/notification-choices', () =>
      asha.getByRole('switch', { name: 'Email Followers' }).check(),
    )
    await untilSaved(asha, '/user/notification-choices', () =>
      asha.getByLabel('How often: Followers').selectOption({ label: 'Weekly' }),
    )
    await untilSaved(asha, '/user/notification-choices', () =>
      asha.getByLabel('How often: Followers').selectOption({ label: 'Right away' }),
    )
    await untilSaved(asha, '/user/digest', () =>
      asha.getByLabel('Where you are').selectOption('Europe/Berlin'),
    )
    await asha.reload()
    await expect(asha.getByRole('checkbox', { name: 'Bell Likes' })).not.toBeChecked()
    await expect(asha.getByLabel('How often: Followers')).toHaveValue('now')
    await expect(asha.getByLabel('Where you are')).toHaveValue('Europe/Berlin')
    await expectSound(asha)
  })

  await test.step('the link in a mail ends mails like it', async () => {
    const ravi = await openBrowser()
    await signUp(ravi, aPerson('Ravi Menon'), mailbox)
    await follow(ravi, creator.username)
    const mail = await mailbox.waitForMail(creator.email, 'Ravi Menon follows you')
    const link = mail.links.find((address) => address.includes('/unsubscribe/')) ?? ''
    await ravi.goto(new URL(link).pathname)
    await ravi.getByRole('button', { name: /^Unsubscribe/ }).click()
    await expect(ravi.getByText("Done. We won't email you about this again.")).toBeVisible()
    await asha.goto(settings)
    await expect(asha.getByRole('switch', { name: 'Email Followers' })).not.toBeChecked()
  })
})

test('on a phone, tabs at the foot lead everywhere and cover nothing', async ({
  page,
  openBrowser,
  mailbox,
}) => {
  const creator = aPerson('Asha Rao')
  await page.setViewportSize({ width: 390, height: 844 })
  await signUpUnseen(page, creator, mailbox)
  await openCreatorPage(page, { pageName: creator.name, handle: creator.username })
  const tabs = page.getByRole('navigation', { name: 'Places' })
  const ravi = await openBrowser()
  await ravi.setViewportSize({ width: 320, height: 640 })
  await signUp(ravi, aPerson('Ravi Menon'), mailbox)
  await follow(ravi, creator.username)

  await test.step('a creator’s, with a new post in the middle', async () => {
    await expect(tabs.getByRole('link')).toHaveText(['Home', 'Explore', 'New post', 'Messages', 'You'])
    await tabs.getByRole('link', { name: 'Home' }).click()
    await page.waitForURL('**/studio')
    await expect(page.getByRole('heading', { level: 1, name: 'Studio' })).toBeVisible()
    await expectSound(page)
    await page.setViewportSize({ width: 390, height: 844 })
    const bell = page.getByRole('link', { name: /^Notifications/ })
    await expect(bell).toHaveAccessibleName(/1 unread/)
  })

  await test.step('earnings are two presses away', async () => {
    await press(page, tabs.getByRole('link', { name: 'You' }))
    await page.waitForURL('**/you')
    await expectAccessible(page)
    const payouts = page.getByRole('main').getByRole('link', { name: 'Payouts' })
    await expect(payouts).toBeInViewport({ ratio: 1 })
    await payouts.click()
    await page.waitForURL('**/payout')
  })

  await test.step('a member’s, whose words fit beside one another at 320 px', async () => {
    const raviTabs = ravi.getByRole('navigation', { name: 'Places' })
    await publishForFollowers(page, 'The first verse.')
    await expect(raviTabs.getByRole('link', { name: /1 unread/ })).toBeVisible()
    await raviTabs.getByRole('link', { name: /Notifications/ }).click()
    await ravi.waitForURL('**/notifications')
    const here = raviTabs.getByRole('link', { name: /Notifications/ })
    await expect(here).toHaveAttribute('aria-current', 'page')
    const words = await raviTabs.getByRole('link').evaluateAll((links) =>
      links.map((link) => {
        const range = document.createRange()
        range.selectNodeContents([...link.childNodes].findLast((node) => node.nodeType === 3) ?? link)
        const { left, right } = range.getBoundingClientRect()
        return { left, right }
      }),
    )
    expect(words).toHaveLength(5)
    for (const [index, { right }] of words.entries())
      expect(right + 3).toBeLessThanOrEqual(words[index + 1]?.left ?? 320)
  })

  await test.step('the end of a page is above them', async () => {
    await page.goto('/settings?tab=notifications')
    const last = page.getByText('Push notifications on this device')
    await expect(last).toBeVisible()
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    const [bar, end] = [await tabs.boundingBox(), await last.boundingBox()]
    expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  })

  await test.step('tablets have them, too, and desktops none', async () => {
    await page.setViewportSize({ width: 800, height: 900 })
    await expect(tabs).toBeVisible()
    await page.setViewportSize({ width: 1280, height: 900 })
    await expect(tabs).toBeHidden()
  })
})

/** A page that is loaded again at once gives up what it was about to send. */
async function untilSaved(page: Page, path: string, change: () => Promise<unknown>): Promise<void> {
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().endsWith(path),
  )
  await change()
  expect((await saved).status()).toBe(200)
}
