import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'

import { startServer } from '#server/main.ts'

import { ensureWebIsBuilt } from './build.ts'
import { findOrInstallBrowser } from './find-browser.ts'
import { PEOPLE, STORY_PASSWORD, type PersonKey } from './story/people.ts'
import { STORY_BEGINS_AGO_MS, tellStory } from './story/tell.ts'

/* `npm run screenshots`: every screen of the story, to be looked at. */

const FOLDER = path.join(import.meta.dirname, '../screenshots')
const PORT = 3970
const WIDTHS_PX = [390, 1280]
const THEMES = ['light', 'dark'] as const

/** The page `asha` has every kind of post. */
const VISITORS_SCREENS = [
  '/',
  '/login',
  '/signup',
  '/forgot-password',
  '/explore',
  '/asha',
  '/studio-mitti',
  '/nobody-at-all',
  '/terms-and-conditions',
  '/privacy-policy',
  '/refund-policy',
  '/contact',
  '/about',
  '/digital-delivery',
]

const PEOPLES_SCREENS: Partial<Record<PersonKey, readonly string[]>> = {
  dev: ['/explore', '/subscriptions', '/create', '/asha', '/settings', '/settings?tab=billing'],
  ravi: ['/subscriptions', '/asha', '/settings?tab=billing'],
  meera: ['/subscriptions'],
  asha: ['/asha', '/payout', '/settings', '/settings?tab=memberships', '/settings?tab=notifications'],
}

async function logIn(page: Page, who: PersonKey): Promise<void> {
  await page.goto('/login')
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  await page.getByLabel('Email').fill(PEOPLE[who].email)
  await page.getByLabel('Password', { exact: true }).fill(STORY_PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
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
  addresses: readonly string[],
): Promise<void> {
  const context = await browser.newContext({
    baseURL: look.baseURL,
    viewport: { width: look.widthPx, height: look.widthPx < 600 ? 844 : 900 },
    colorScheme: look.colorScheme,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  if (who) await logIn(page, who)
  for (const address of addresses) {
    await page.goto(address, { waitUntil: 'networkidle' })
    const name = address.replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'home'
    const file = `${name}_${who ?? 'visitor'}_${look.widthPx}_${look.colorScheme}.png`
    await page.screenshot({ path: path.join(FOLDER, file), fullPage: true })
  }
  await context.close()
}

await ensureWebIsBuilt()
await rm(FOLDER, { recursive: true, force: true })
await mkdir(FOLDER, { recursive: true })
const dataDir = await mkdtemp(path.join(os.tmpdir(), 'cheers-screenshots-'))
// As root, the database runs under another account, which needs access to the folder.
await chmod(dataDir, 0o755)
const server = await startServer({
  env: { PORT: String(PORT), DATA_DIR: dataDir },
  beginsAgoMs: STORY_BEGINS_AGO_MS,
})
await tellStory(server)
const browser = await chromium.launch({
  executablePath: await findOrInstallBrowser(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
for (const widthPx of WIDTHS_PX)
  for (const colorScheme of THEMES) {
    const look: Look = { baseURL: server.config.publicUrl, widthPx, colorScheme }
    await photograph(browser, look, null, VISITORS_SCREENS)
    for (const [who, addresses] of Object.entries(PEOPLES_SCREENS))
      await photograph(browser, look, who as PersonKey, addresses)
  }
await browser.close()
await server.stop()
await rm(dataDir, { recursive: true, force: true })
console.log(`Look at them in ${path.relative(process.cwd(), FOLDER)}.`)
