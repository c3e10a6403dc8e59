import type { Page } from '@playwright/test'

import { expect, test } from './journey.ts'
import { signUp, signUpCreator, signUpUnseen } from './seed.ts'
import { aPerson, joinPlan, publishPost } from './steps.ts'

/* Returning members: the page appears before its script, and no frame of it belongs to anyone else. */

// Each takes several people through many pages.
test.slow()

/** Explore shows other journeys' posts too: the texts to look for must be this journey's alone. */
const MEMBERS_WORDS = 'The demo before anybody else hears it.'
const PUBLIC_WORDS = 'Rain on the roof, two chords.'

/** Everything in this list that ever appears on the page, in any state from first to last. */
async function watchFor(page: Page, forbidden: readonly string[]): Promise<() => Promise<string[]>> {
  await page.addInitScript((texts) => {
    const seen = new Set<string>()
    Reflect.set(window, 'seenTexts', seen)
    const look = () => {
      // Hidden elements are not seen.
      const shown = document.body?.innerText ?? ''
      for (const text of texts) if (shown.includes(text)) seen.add(text)
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
    const lookAgain = () => {
      look()
      requestAnimationFrame(lookAgain)
    }
    lookAgain()
  }, forbidden)
  return () => page.evaluate(() => [...(Reflect.get(window, 'seenTexts') as Set<string>)])
}

/** Holds the app's scripts back until `release` is called. */
async function holdScripts(page: Page): Promise<{ release: () => Promise<void> }> {
  const { promise: released, resolve } = Promise.withResolvers<undefined>()
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  return {
    async release() {
      resolve(undefined)
      await page.locator('html[data-ready]').waitFor({ state: 'attached' })
    },
  }
}

/** Like page.goto, but without waiting for the script. */
async function open(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => window.location.assign(to), path)
  await page.waitForURL(`**${path}`, { waitUntil: 'commit' })
}

test('a returning member sees the page before its script, and never anything meant for others', async ({
  openBrowser,
  mailbox,
  allowError,
  baseURL,
}) => {
  // Chromium's message for calls with an ended session.
  allowError(/status of 401/)
  const asha = aPerson('Asha Rao')
  const ravi = aPerson('Ravi Menon')
  const ashaPage = await openBrowser()
  await signUpCreator(ashaPage, asha, mailbox, [
    { name: 'Lamplight', price: '9.99', description: 'Demos a week early.' },
    { name: 'Drunk', price: '25', description: 'Everything.' },
  ])
  await publishPost(ashaPage, { text: PUBLIC_WORDS })
  await publishPost(ashaPage, { text: MEMBERS_WORDS, visibility: 'Lamplight - $9.99/month supporters' })
  const page = await openBrowser()
  await signUpUnseen(page, ravi, mailbox)
  await joinPlan(page, asha.username, 'Lamplight')
  const path = `/${asha.username}`

  await test.step('the page’s member: everything public first, then the plan’s posts', async () => {
    const seen = await watchFor(page, ['Log in', 'Sign up', 'Login to Join', 'Join Lamplight', 'Subscribe\n'])
    const scripts = await holdScripts(page)
    await open(page, path)
    await expect(page.getByRole('heading', { level: 1, name: 'Asha Rao' })).toBeVisible()
    await expect(page.getByText(PUBLIC_WORDS)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Subscriptions' }).first()).toBeVisible()
    await expect(page.getByText(MEMBERS_WORDS)).toHaveCount(0)
    await scripts.release()
    await expect(page.getByText(MEMBERS_WORDS)).toBeVisible()
    await expect(page.getByText('Your membership')).toBeVisible()
    expect(await seen()).toEqual([])
  })

  await test.step('Explore, also from the front page, and a members’ page', async () => {
    const seen = await watchFor(page, ['Log in', 'Sign up', 'Start creating', 'Join Lamplight'])
    for (const [from, to, heading] of [
      ['/', '/explore', 'New from people you support'],
      ['/subscriptions', '/subscriptions', 'My Subscriptions'],
    ] as const) {
      const scripts = await holdScripts(page)
      await open(page, from)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await scripts.release()
      await page.waitForURL(`**${to}`)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await page.unrouteAll({ behavior: 'wait' })
      expect(await seen()).toEqual([])
    }
  })

  await test.step('the owner: no join button and no locked post', async () => {
    const seen = await watchFor(ashaPage, ['Log in', 'Login to Join', 'Join Lamplight', 'Subscribe'])
    const scripts = await holdScripts(ashaPage)
    await open(ashaPage, path)
    await expect(ashaPage.getByText(PUBLIC_WORDS)).toBeVisible()
    await scripts.release()
    await expect(ashaPage.getByText(MEMBERS_WORDS)).toBeVisible()
    expect(await seen()).toEqual([])
  })

  await test.step('a signed-in user who has not joined: never the text, then the way to it', async () => {
    const stranger = await openBrowser()
    await signUp(stranger, aPerson('Meera Iyer'), mailbox)
    const seen = await watchFor(stranger, [MEMBERS_WORDS, 'Login to Join', 'Log in'])
    const scripts = await holdScripts(stranger)
    await open(stranger, path)
    await expect(stranger.getByText(PUBLIC_WORDS)).toBeVisible()
    await scripts.release()
    await expect(stranger.getByRole('button', { name: /^Join Lamplight/ }).first()).toBeVisible()
    expect(await seen()).toEqual([])
  })

  await test.step('an ended session: the visitor’s page, once, and nobody is signed in', async () => {
    const cookie = (await page.context().cookies()).find(({ name }) => /^cheers-\d+$/.test(name))
    if (!cookie || !baseURL) throw new Error('There is no session to end')
    await page.context().addCookies([{ ...cookie, value: 'ended' }])
    const loads: string[] = []
    page.on('request', (request) => request.isNavigationRequest() && loads.push(request.url()))
    const seen = await watchFor(page, [MEMBERS_WORDS])
    await page.goto(path)
    await expect(page.getByRole('link', { name: /Login to Join.*Lamplight/ }).first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible()
    expect(await seen()).toEqual([])

    // The cookie is still there, but the session's other half isn't.
    await page.goto(path)
    await expect(page.getByRole('link', { name: /Login to Join.*Lamplight/ }).first()).toBeVisible()
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible()
    await page.goto('/subscriptions')
    await page.waitForURL('**/login?next=%2Fsubscriptions')
    expect(loads).toHaveLength(4)
  })
})
