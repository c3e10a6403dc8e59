import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, expect, type Browser, type Page } from '@playwright/test'
import * as z from 'zod/mini'

import { isLanguage } from '#contract/languages.ts'
import { EVENTS_PATH } from '#contract/realtime.ts'
import { findUserByEmail } from '#server/domains/accounts/service.ts'
import { grantRole } from '#server/domains/staff/roles.ts'
import { type RunningServer, startServer } from '#server/main.ts'
import { newId } from '#server/platform/ids.ts'

import { ensureWebIsBuilt } from './build.ts'
import { cutOn } from './cut-texts.ts'
import { findOrInstallBrowser } from './find-browser.ts'
import { giveStaffWork } from './staff-work.ts'
import { PEOPLE, STORY_PASSWORD, type PersonKey } from './story/people.ts'
import { STORY_BEGINS_AGO_MS, tellStory } from './story/tell.ts'
import { collectContent, untranslatedOn } from './untranslated.ts'

/*
 * `npm run screenshots`: every screen of the story, to be looked at. With `-- --language pseudo` in the language of
 * tests, where it also fails on texts that were never translated, or don't fit.
 */

const { values } = parseArgs({ options: { language: { type: 'string', default: 'en' } } })
const { language } = values
if (!isLanguage(language)) throw new Error(`There is no language “${language}”.`)

const FOLDER = path.join(import.meta.dirname, '../screenshots', language === 'en' ? '' : language)
const PORT = 3970
const WIDTHS_PX = [390, 1280]
const THEMES = ['light', 'dark'] as const
/** What stands in place of content that is on its way. */
const SKETCHED = '.animate-breathe'
const SKETCHED_MAX_MS = 30_000

const LOCKED_POST = { on: '/asha', link: 'article:has(.members-only) h3 a', name: 'asha-locked-post' }
const OPEN_POST = { on: '/asha', link: 'article:not(:has(.members-only)) h3 a', name: 'asha-open-post' }

// In every language: the first two lists of sessions.
const COMING_UP = 'main section:nth-of-type(1) li a'
const PAST = 'main section:nth-of-type(2) li a'

/** The page `asha` has every kind of post. */
const VISITORS_SCREENS: readonly Screen[] = [
  '/',
  '/login',
  '/signup',
  '/forgot-password',
  '/activate-account/expired',
  '/reset-password/expired',
  '/unsubscribe/expired',
  '/explore',
  '/asha',
  '/asha/collections',
  '/asha/about',
  '/asha/membership',
  LOCKED_POST,
  OPEN_POST,
  '/asha/collections/how-a-song-is-made',
  '/asha/posts/how-i-record-at-home',
  '/studio-mitti',
  '/studio-mitti/posts/four-that-may-leave-the-house',
  '/the_long_walk',
  '/the_long_walk/posts/what-a-border-is-for',
  '/nobody-at-all',
  '/terms-and-conditions',
  '/privacy-policy',
  '/refund-policy',
  '/contact',
  '/about',
  '/digital-delivery',
]

/** A screen whose address isn't known before: it is that of a link on another one, or of a membership. */
type Screen = string | { on: string; link: string; name?: string } | { isPaymentSuccess: true }

const PEOPLES_SCREENS: Partial<Record<PersonKey, readonly Screen[]>> = {
  dev: [
    '/explore',
    '/subscriptions',
    '/create',
    '/asha',
    '/library',
    '/search?q=song',
    '/settings',
    '/settings?tab=page',
    '/settings?tab=security',
    '/settings?tab=privacy',
    '/settings?tab=display',
    '/settings?tab=memberships',
    '/settings?tab=billing',
    '/staff',
    '/staff/approvals',
    '/staff/cases',
    { on: '/staff/cases', link: 'main a.row-link', name: 'staff-case' },
    { on: '/staff/cases?queue=appealed', link: 'main a.row-link', name: 'staff-appeal' },
    '/staff/grievances',
    '/staff/people',
    { on: '/staff/people', link: 'main a.row-link', name: 'staff-person' },
    '/staff/passes',
    '/staff/creators',
    { on: '/staff/creators', link: 'main a.row-link', name: 'staff-page' },
    '/staff/payments',
    { on: '/staff/payments', link: 'main a.row-link', name: 'staff-payment' },
    '/staff/refunds',
    '/staff/payouts',
    '/staff/disputes',
    { on: '/staff/disputes', link: 'main a.row-link', name: 'staff-dispute' },
    '/staff/money',
    '/staff/jobs',
    '/staff/events',
    '/staff/errors',
    '/staff/settings',
    '/staff/roles',
    '/staff/audit',
  ],
  ravi: [
    '/notifications',
    '/asha/community',
    '/asha/live',
    { on: '/asha/live', link: COMING_UP, name: 'live-session-to-come' },
    { on: '/asha/live', link: PAST, name: 'live-session-over' },
    '/asha/posts/the-thunderstorm-and-six-other-songs',
    { on: '/asha/community', link: 'nav a[href*="/community/"]', name: 'room' },
    '/messages',
    '/settings?tab=notifications',
    '/asha/posts/how-i-record-at-home',
    OPEN_POST,
    '/subscriptions',
    '/asha',
    '/settings?tab=memberships',
    '/settings?tab=billing',
    { on: '/settings?tab=billing', link: 'a[href^="/receipts/"]' },
    { isPaymentSuccess: true },
  ],
  meera: ['/subscriptions', '/asha', LOCKED_POST],
  asha: [
    '/notifications',
    '/messages',
    { on: '/messages', link: 'section a[href^="/messages/0"]', name: 'conversation' },
    '/messages?filter=requests',
    '/messages/new',
    '/asha',
    '/asha/membership',
    OPEN_POST,
    '/explore',
    '/studio/posts',
    { on: '/studio/posts', link: 'a[href*="/write/"]', name: 'write' },
    '/studio/moderation',
    '/studio/moderation?part=reports',
    '/studio/moderation?part=settings',
    '/studio/live',
    { on: '/studio/live', link: COMING_UP, name: 'studio-live-to-come' },
    { on: '/studio/live', link: PAST, name: 'studio-live-over' },
    '/payout',
    '/payout/payments',
    '/studio/members',
    '/studio/insights',
    { on: '/payout', link: 'a[href^="/payout/statements/"]' },
    '/settings',
    '/settings?tab=notifications',
  ],
}

/** As `npm run staff -- grant` does. */
async function makeOperator({ platform }: RunningServer, who: PersonKey): Promise<void> {
  const { clock, database } = platform
  const now = clock.now()
  const actor = { kind: 'operator-command', name: who, roles: ['operator'] } as const
  await database.db.transaction().execute(async (db) => {
    const user = await findUserByEmail(db, PEOPLE[who].email)
    if (user) await grantRole(db, 'operator', { userId: user.id, actor, now, requestId: newId(now) })
  })
}

/** Where a screen is, and what its picture is called. */
async function findScreen(page: Page, screen: Screen): Promise<{ address: string; name: string }> {
  if (typeof screen === 'string') return { address: screen, name: screen }
  if ('isPaymentSuccess' in screen) {
    const [answer] = await Promise.all([
      page.waitForResponse(/getUserSubscriptions/),
      page.goto('/subscriptions'),
    ])
    const [membership] = z.array(z.object({ _id: z.string() })).parse(await answer.json())
    return { address: `/payment-success/${membership?._id}`, name: 'payment-success' }
  }
  await page.goto(screen.on)
  const address = await page.locator(screen.link).first().getAttribute('href')
  if (address === null) throw new Error(`There is no ${screen.link} on ${screen.on}`)
  return { address, name: screen.name ?? address.split('/').slice(0, -1).join('/') }
}

async function logIn(page: Page, who: PersonKey): Promise<void> {
  await page.goto('/login')
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  await page.locator('input[name=email]').fill(PEOPLE[who].email)
  await page.locator('input[name=password]').fill(STORY_PASSWORD)
  await page.locator('main form button[type=submit]').click()
  await page.waitForURL('**/explore')
}

interface Look {
  baseURL: string
  widthPx: number
  colorScheme: (typeof THEMES)[number]
}

/** Screenshots of what one person sees, in a browser of their own; null is a visitor. */
async function photograph(
  browser: Browser,
  look: Look,
  who: PersonKey | null,
  screens: readonly Screen[],
): Promise<void> {
  const context = await browser.newContext({
    baseURL: look.baseURL,
    viewport: { width: look.widthPx, height: look.widthPx < 600 ? 844 : 900 },
    colorScheme: look.colorScheme,
    reducedMotion: 'reduce',
  })
  // The stream of news never ends, and pictures wait until nothing more is loaded.
  await context.route(`**${EVENTS_PATH}?*`, (route) => route.abort())
  const page = await context.newPage()
  const content = collectContent(page)
  if (who) await logIn(page, who)
  for (const screen of screens) {
    const found = await findScreen(page, screen)
    const { address } = found
    await page.goto(address)
    // On a busy machine the network rests while scripts are still read: a screen is there once it has its heading.
    await page.locator('h1').first().waitFor({ state: 'attached' })
    await page.waitForLoadState('networkidle')
    // The network also rests while a screen's own part is read: what is still sketched comes first.
    await expect(page.locator(SKETCHED)).toHaveCount(0, { timeout: SKETCHED_MAX_MS })
    const name = found.name.replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'home'
    const file = `${name}_${who ?? 'visitor'}_${look.widthPx}_${look.colorScheme}.png`
    if (language === 'pseudo') {
      for (const text of await untranslatedOn(page, content)) untranslated.add(`${address}: ${text}`)
      for (const text of await cutOn(page)) cut.add(`${address}, ${look.widthPx}: ${text}`)
    }
    await page.screenshot({ path: path.join(FOLDER, file), fullPage: true })
  }
  await context.close()
}

const untranslated = new Set<string>()
const cut = new Set<string>()
await ensureWebIsBuilt(language)
await rm(FOLDER, { recursive: true, force: true })
await mkdir(FOLDER, { recursive: true })
const dataDir = await mkdtemp(path.join(os.tmpdir(), 'cheers-screenshots-'))
// As root, the database runs under another account, which needs access to the folder.
await chmod(dataDir, 0o755)
const server = await startServer({
  // The console is shut to staff without a second factor, which nobody in the story has.
  env: { PORT: String(PORT), DATA_DIR: dataDir, ALLOW_STAFF: 'without-second-factor' },
  beginsAgoMs: STORY_BEGINS_AGO_MS,
  language,
})
await tellStory(server)
await giveStaffWork(server)
await makeOperator(server, 'dev')
const browser = await chromium.launch({
  executablePath: await findOrInstallBrowser(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
for (const widthPx of WIDTHS_PX)
  for (const colorScheme of language === 'en' ? THEMES : ['light' as const]) {
    const look: Look = { baseURL: server.config.publicUrl, widthPx, colorScheme }
    await photograph(browser, look, null, VISITORS_SCREENS)
    for (const [who, screens] of Object.entries(PEOPLES_SCREENS))
      await photograph(browser, look, who as PersonKey, screens)
  }
await browser.close()
await server.stop()
await rm(dataDir, { recursive: true, force: true })
console.log(`Look at them in ${path.relative(process.cwd(), FOLDER)}.`)
if (untranslated.size > 0) {
  console.error(`These texts were never translated:\n${[...untranslated].join('\n')}`)
  process.exitCode = 1
}
if (cut.size > 0) {
  console.error(`These texts are cut:\n${[...cut].join('\n')}`)
  process.exitCode = 1
}
