import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { expectSound } from './sound.ts'
import { openCreatorPage, signUp, signUpUnseen } from './seed.ts'
import { addPlan, aPerson, payWithCard, pressJoin, publishPost } from './steps.ts'

/*
 * Every screen, for everybody who may see it: no axe violations and nothing cut off or wider than the window, in both
 * themes, on phone and desktop. Hydration must not complain either; every journey watches for that.
 */

test.describe.configure({ timeout: 600_000 })

const VISITORS = [
  '/',
  '/login',
  '/signup',
  '/activate-account/nothing-of-ours',
  '/forgot-password',
  '/reset-password/nothing-of-ours',
  '/unsubscribe/nothing-of-ours',
  '/confirm-follow/nothing-of-ours',
  '/mail/not-me/nothing-of-ours',
  '/explore',
  '/search?q=songs',
  '/preview/nothing-of-ours',
  '/terms-and-conditions',
  '/privacy-policy',
  '/refund-policy',
  '/digital-delivery',
  '/contact',
  '/about',
  '/grievance',
  '/grievance/12/nothing-of-ours',
  '/transparency',
  '/nobody-at-all',
]

const MEMBERS = [
  '/explore',
  '/subscriptions',
  '/library',
  '/notifications',
  '/search?q=Asha',
  '/messages',
  '/messages/new',
  '/cases',
  '/cases/00000000-0000-7000-8000-000000000000',
  '/settings',
  '/settings?tab=notifications',
  '/settings?tab=memberships',
  '/settings?tab=billing',
  '/settings/security',
  '/settings?tab=security',
  '/settings?tab=page',
  '/settings?tab=privacy',
  '/settings?tab=display',
  '/create',
  '/terms-and-conditions',
]

async function look(page: Page, address: string): Promise<void> {
  await test.step(address, async () => {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectSound(page)
  })
}

test('a visitor meets no barrier on any page', async ({ page, allowError }) => {
  allowError(/status of 4\d\d.*(?:nothing-of-ours|nobody-at-all)/)
  for (const address of VISITORS) await look(page, address)
})

test('a creator and her supporter meet no barrier on any page or dialog', async ({
  page: asha,
  openBrowser,
  mailbox,
  allowError,
}) => {
  allowError(/status of 404.*00000000-0000-7000/)
  const creator = aPerson('Asha Rao')
  const handle = creator.username
  await signUpUnseen(asha, creator, mailbox)
  await openCreatorPage(asha, { pageName: 'Asha Rao', handle })
  await addPlan(asha, { name: 'Tipsy', price: '9.99', description: 'Demos. '.repeat(28).trim() })
  await publishPost(asha, { text: 'The record is mixed.' })
  await publishPost(asha, { text: 'For members.', visibility: 'Tipsy - $9.99/month supporters' })
  const seen: string[] = []

  await test.step('dialogs of the owner', async () => {
    const open = async (name: string | RegExp) => {
      await asha.setViewportSize({ width: 1280, height: 850 })
      await asha.getByRole('button', { name }).first().click()
      await expect(asha.locator('dialog[open]')).toBeVisible()
      await expectSound(asha)
      await asha.keyboard.press('Escape')
      await expect(asha.locator('dialog[open]')).toHaveCount(0)
    }
    await open('Add Plan')
    await open(/^Delete.*Tipsy/)
    await open('Delete post')
    await open('Post')
    await asha.setViewportSize({ width: 1280, height: 850 })
    await asha.getByRole('button', { name: 'Edit', exact: true }).click()
    await expect(asha.getByLabel('Headline')).toBeVisible()
    await expectSound(asha)
  })

  const ravi = await openBrowser()
  await signUp(ravi, aPerson('Ravi Menon'), mailbox)
  await test.step('the account menu', async () => {
    await ravi.getByRole('button', { name: /Ravi Menon.*Member/ }).click()
    await expect(ravi.getByRole('menu')).toBeVisible()
    await expectAccessible(ravi)
    await ravi.keyboard.press('Escape')
  })
  await test.step('joining, from the dialog to the welcome', async () => {
    await ravi.goto(`/${handle}`)
    await pressJoin(ravi, 'Tipsy')
    await expect(ravi.locator('dialog[open]')).toBeVisible()
    await expectSound(ravi)
    await ravi.setViewportSize({ width: 1280, height: 850 })
    await payWithCard(ravi, 'Succeeds (Visa, India)')
    await ravi.waitForURL('**/payment-success/**')
    await expect(ravi.getByRole('heading', { name: 'Welcome to the Club!' })).toBeVisible()
    seen.push('/payment-success/:m2cSubscriptionId')
    await expectSound(ravi)
  })
  for (const address of [...MEMBERS, `/${handle}`]) await look(ravi, address)
  await test.step('a receipt', async () => {
    await ravi.setViewportSize({ width: 1280, height: 850 })
    await ravi.goto('/settings?tab=billing')
    const receipt = await ravi
      .getByRole('link', { name: /receipt/i })
      .first()
      .getAttribute('href')
    await look(ravi, receipt ?? '')
    seen.push('/receipts/:paymentId')
  })
  await test.step('a statement', async () => {
    await asha.setViewportSize({ width: 1280, height: 850 })
    await asha.goto('/payout')
    const statement = await asha.locator('a[href^="/payout/statements/"]').first().getAttribute('href')
    await look(asha, statement ?? '')
    seen.push('/payout/statements/:month')
  })
  await test.step('a draft, and the list of posts', async () => {
    await asha.setViewportSize({ width: 1280, height: 850 })
    await asha.goto(`/${handle}/write/new`)
    await asha.waitForURL(/write\/[0-9a-f-]{36}$/)
    await expect(asha.getByRole('textbox', { name: 'Your post' })).toBeVisible()
    seen.push('/:pageHandle/write/:draft')
    await expectSound(asha)
    for (const address of ['/studio/posts', '/studio/members', '/studio/insights', '/studio/moderation']) {
      await look(asha, address)
      seen.push(address)
    }
  })
  for (const address of [
    '/payout',
    '/payout/payments',
    '/settings',
    '/settings?tab=memberships',
    `/${handle}`,
    `/${handle}/membership`,
  ])
    await look(asha, address)

  await test.step('the community, and a room', async () => {
    await asha.setViewportSize({ width: 1280, height: 850 })
    await asha.goto(`/${handle}/community`)
    await asha.getByRole('button', { name: 'New room' }).click()
    const dialog = asha.getByRole('dialog')
    await expectSound(asha)
    await asha.setViewportSize({ width: 1280, height: 850 })
    await dialog.getByLabel('Name').fill('Lounge')
    await dialog.getByLabel('Emoji').fill('🎧')
    await dialog.getByRole('button', { name: 'Create room' }).click()
    await expect(asha.getByRole('heading', { level: 2, name: 'Lounge' })).toBeVisible()
    await expectSound(asha)
    seen.push('/:pageHandle/community/:roomId?')
  })

  await test.step('live sessions, and one of them', async () => {
    await asha.setViewportSize({ width: 1280, height: 850 })
    await asha.goto('/studio/live')
    await asha.getByRole('button', { name: 'Plan a session' }).first().click()
    const dialog = asha.getByRole('dialog')
    await expectSound(asha)
    await asha.setViewportSize({ width: 1280, height: 850 })
    await dialog.getByLabel('Title').fill('Ask me anything')
    await dialog.getByRole('button', { name: 'Plan session' }).click()
    await expect(asha.getByRole('heading', { level: 1, name: 'Ask me anything' })).toBeVisible()
    await expectSound(asha)
    const id = new URL(asha.url()).pathname.split('/').at(-1) ?? ''
    await look(asha, `/${handle}/live`)
    await look(asha, `/${handle}/live/${id}`)
    await asha.goto(`/studio/live/${id}`)
    await asha.getByRole('button', { name: 'Open the waiting room' }).click()
    await asha.getByRole('button', { name: 'Start', exact: true }).click()
    await expect(asha.getByRole('button', { name: 'End', exact: true })).toBeVisible()
    await expectSound(asha)
    await look(asha, `/${handle}/live/${id}`)
    await look(asha, '/studio/live')
    seen.push('/studio/live/:liveId?', '/:pageHandle/live/:liveId?')
  })

  await test.step('a collection', async () => {
    await asha.goto(`/${handle}/collections`)
    await asha.getByRole('button', { name: 'New collection' }).click()
    const dialog = asha.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Songs')
    await dialog
      .getByRole('button', { name: /^Add “/ })
      .first()
      .click()
    await expectAccessible(asha)
    await dialog.getByRole('button', { name: 'Create collection' }).click()
    await expect(asha.getByRole('link', { name: /^Songs/ })).toBeVisible()
    await look(asha, `/${handle}/collections/songs`)
  })

  const visitor = await openBrowser()
  for (const address of [
    `/${handle}/collections`,
    `/${handle}/collections/songs`,
    `/${handle}/about`,
    `/${handle}/membership`,
    `/${handle}`,
  ]) {
    await look(visitor, address)
    seen.push(address)
  }
  await test.step('a post, open and locked', async () => {
    for (const article of await visitor.getByRole('article').all()) {
      const href = await article.locator('a[href*="/posts/"]').first().getAttribute('href')
      seen.push(href ?? '')
    }
    for (const address of seen.filter((known) => known.startsWith(`/${handle}/posts/`)))
      await look(visitor, address)
  })

  // Those of money and of the staff have proofs of their own.
  const elsewhere = ['/payout', '/payout/payments', '/staff/*?']
  expect(notIn([...VISITORS, ...MEMBERS, ...seen, ...elsewhere, `/${handle}`])).toEqual([])
})

/** The addresses in web/routes.ts that no journey has visited. */
function notIn(looked: readonly string[]): string[] {
  const text = (file: string) => readFileSync(path.join(import.meta.dirname, '../../web', file), 'utf8')
  const source = text('routes.ts') + text('features/site/site-pages.ts')
  const constants = new Map(
    [...source.matchAll(/const (\w+_PATH) = '([^']+)'/g)].map(([, name = '', value = '']) => [name, value]),
  )
  const paths = [...source.matchAll(/^\s+(?:publicPage|page)\((?:'([^']+)'|(\w+_PATH)),/gm)].map(
    ([, literal, name = '']) => literal ?? constants.get(name) ?? name,
  )
  expect(paths.length).toBeGreaterThan(20)
  return paths.filter((known) => {
    const pattern = new RegExp(`^${known.replace(/:\w+/g, '[^/]+')}$`)
    return !looked.some((address) => address === known || pattern.test(address.split('?')[0] ?? ''))
  })
}
