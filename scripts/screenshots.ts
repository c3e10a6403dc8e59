import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'

import { isLanguage } from '#contract/languages.ts'
import { findUserByEmail } from '#server/domains/accounts/service.ts'
import { grantRole } from '#server/domains/staff/roles.ts'
import { type RunningServer, startServer } from '#server/main.ts'
import { newId } from '#server/platform/ids.ts'

import { ensureWebIsBuilt } from './build.ts'
import { findOrInstallBrowser } from './find-browser.ts'
import { makeAddresses } from './screenshots/made-addresses.ts'
import { type Findings, photograph } from './screenshots/photograph.ts'
import { PEOPLES_SCREENS, VISITORS_SCREENS } from './screenshots/screens.ts'
import { giveStaffWork } from './staff-work.ts'
import { PEOPLE, type PersonKey } from './story/people.ts'
import { STORY_BEGINS_AGO_MS, tellStory } from './story/tell.ts'

/*
 * `npx node scripts/screenshots.ts`: every screen of the story, to be looked at. With `--language pseudo` in the language of
 * tests, where it also fails on texts that were never translated, or don't fit. `-- --only live` takes those whose name
 * contains it, and keeps the others.
 */

const { values } = parseArgs({
  options: { language: { type: 'string', default: 'en' }, only: { type: 'string', default: '' } },
})
const { language, only } = values
if (!isLanguage(language)) throw new Error(`There is no language “${language}”.`)

const FOLDER = path.join(import.meta.dirname, '../screenshots', language === 'en' ? '' : language)
const PORT = 3970
const WIDTHS_PX = [390, 1280]
const THEMES = ['light', 'dark'] as const

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

const findings: Findings = { untranslated: new Set(), cut: new Set() }
let taken = 0
await ensureWebIsBuilt(language)
if (only === '') await rm(FOLDER, { recursive: true, force: true })
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
const made = { grievanceStatus: await giveStaffWork(server), ...(await makeAddresses(server)) }
await makeOperator(server, 'dev')
const browser = await chromium.launch({
  executablePath: await findOrInstallBrowser(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
for (const widthPx of WIDTHS_PX)
  for (const colorScheme of language === 'en' ? THEMES : ['light' as const]) {
    const look = {
      baseURL: server.config.publicUrl,
      widthPx,
      colorScheme,
      language,
      folder: FOLDER,
      only,
      made,
    }
    taken += await photograph(browser, look, null, VISITORS_SCREENS, findings)
    for (const [who, screens] of Object.entries(PEOPLES_SCREENS))
      taken += await photograph(browser, look, who as PersonKey, screens, findings)
  }
await browser.close()
await server.stop()
await rm(dataDir, { recursive: true, force: true })
console.log(`Look at them in ${path.relative(process.cwd(), FOLDER)}: ${taken} pictures.`)
report('These texts were never translated:', findings.untranslated)
report('These texts are cut:', findings.cut)

function report(title: string, found: ReadonlySet<string>): void {
  if (found.size === 0) return
  console.error([title, ...found].join('\n'))
  process.exitCode = 1
}
