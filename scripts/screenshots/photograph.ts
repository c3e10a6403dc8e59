import path from 'node:path'
import { expect, type Browser, type Page } from '@playwright/test'
import * as z from 'zod/mini'

import type { Language } from '#contract/languages.ts'
import { EVENTS_PATH } from '#contract/realtime.ts'

import { cutOn } from '../cut-texts.ts'
import { PEOPLE, STORY_PASSWORD, type PersonKey } from '../story/people.ts'
import { collectContent, untranslatedOn } from '../untranslated.ts'
import type { MadeAddresses } from './made-addresses.ts'
import type { Screen } from './screens.ts'

/** What stands in place of content that is on its way. */
const SKETCHED = '.animate-breathe'
const SKETCHED_MAX_MS = 30_000
const SCROLLED_MAX_PX = 12_000
const SCROLL_PAUSE_MS = 100

export interface Look {
  baseURL: string
  widthPx: number
  colorScheme: 'light' | 'dark'
  language: Language
  folder: string
  /** Only screens whose picture's name contains it. */
  only: string
  made: MadeAddresses
}

/** In the language of tests: texts that were never translated, and those that don't fit. */
export interface Findings {
  untranslated: Set<string>
  cut: Set<string>
}

/** Where a screen is, and what its picture is called. */
async function findScreen(
  page: Page,
  screen: Screen,
  made: MadeAddresses,
): Promise<{ address: string; name: string }> {
  if (typeof screen === 'string') return { address: screen, name: screen }
  if ('made' in screen) return { address: made[screen.made], name: screen.made }
  if ('isPaymentSuccess' in screen) {
    const [answer] = await Promise.all([
      page.waitForResponse(/getUserSubscriptions/),
      page.goto('/subscriptions'),
    ])
    const [membership] = z.array(z.object({ _id: z.string() })).parse(await answer.json())
    return { address: `/payment-success/${membership?._id}`, name: PAYMENT_SUCCESS }
  }
  await page.goto(screen.on)
  const address = await page.locator(screen.link).first().getAttribute('href')
  if (address === null) throw new Error(`There is no ${screen.link} on ${screen.on}`)
  return { address, name: screen.name }
}

const PAYMENT_SUCCESS = 'payment-success'

/** Before its address is known, for choosing. */
function nameOf(screen: Screen): string {
  if (typeof screen === 'string') return screen
  if ('made' in screen) return screen.made
  return 'isPaymentSuccess' in screen ? PAYMENT_SUCCESS : screen.name
}

/** What is loaded once it comes into sight: polls, comments, pictures. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    for (let y = 0; y < Math.min(document.body.scrollHeight, ${SCROLLED_MAX_PX}); y += innerHeight) {
      scrollTo(0, y)
      await new Promise((resolve) => setTimeout(resolve, ${SCROLL_PAUSE_MS}))
    }
    scrollTo(0, 0)
  })()`)
  await page.waitForLoadState('networkidle')
}

async function logIn(page: Page, who: PersonKey): Promise<void> {
  await page.goto('/login')
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  await page.locator('input[name=email]').fill(PEOPLE[who].email)
  await page.locator('input[name=password]').fill(STORY_PASSWORD)
  await page.locator('main form button[type=submit]').click()
  await page.waitForURL('**/explore')
}

/** Screenshots of what one person sees, in a browser of their own; null is a visitor. Returns how many. */
export async function photograph(
  browser: Browser,
  look: Look,
  who: PersonKey | null,
  screens: readonly Screen[],
  findings: Findings,
): Promise<number> {
  const { widthPx, colorScheme, only } = look
  const chosen = screens.filter((screen) => nameOf(screen).includes(only))
  if (chosen.length === 0) return 0
  const context = await browser.newContext({
    baseURL: look.baseURL,
    viewport: { width: widthPx, height: widthPx < 600 ? 844 : 900 },
    colorScheme,
    reducedMotion: 'reduce',
  })
  // The stream of news never ends, and pictures wait until nothing more is loaded.
  await context.route(`**${EVENTS_PATH}?*`, (route) => route.abort())
  const page = await context.newPage()
  const content = collectContent(page)
  if (who) await logIn(page, who)
  for (const screen of chosen) {
    const found = await findScreen(page, screen, look.made)
    const { address } = found
    await page.goto(address)
    // On a busy machine the network rests while scripts are still read: a screen is there once it has its heading.
    await page.locator('h1').first().waitFor({ state: 'attached' })
    await page.waitForLoadState('networkidle')
    await scrollThrough(page)
    // The network also rests while a screen's own part is read: what is still sketched comes first.
    await expect(page.locator(SKETCHED)).toHaveCount(0, { timeout: SKETCHED_MAX_MS })
    const name = found.name.replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'home'
    const file = `${name}_${who ?? 'visitor'}_${widthPx}_${colorScheme}.png`
    if (look.language === 'pseudo') {
      const where = `${address}, ${who ?? 'visitor'}, ${widthPx}`
      for (const text of await untranslatedOn(page, content)) findings.untranslated.add(`${where}: ${text}`)
      for (const text of await cutOn(page)) findings.cut.add(`${where}: ${text}`)
    }
    await page.screenshot({ path: path.join(look.folder, file), fullPage: true })
  }
  await context.close()
  return chosen.length
}
