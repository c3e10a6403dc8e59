import { type Browser, chromium, type Page, type Request } from '@playwright/test'

import { mediaFailures } from '#contract/media/failures.ts'
import { EVENTS_PATH } from '#contract/realtime.ts'
import { ensureWebIsBuilt } from '#scripts/build.ts'
import { findOrInstallBrowser } from '#scripts/find-browser.ts'
import { drawPicture } from '#scripts/story/pictures.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { sessionCookieName } from '#server/domains/accounts/sessions.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { BANNER_IMAGE, storeImage } from '#server/domains/media/service.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aPost } from '#server/domains/posts/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { startServer } from '#server/main.ts'
import type { Platform } from '#server/platform/platform.ts'

import { inTemporaryFolder, judge, judgeAtMost, median, startRole } from './side-by-side.ts'

/*
 * When a creator page is painted, for a visitor and for returning members: `node lab/bench/first-paint.ts`. Chromium with
 * empty caches on a connection of 60 KB a second, in turns, so a busy machine is unfair to nobody. One member has
 * joined the page and one hasn't; both must see it no later than a visitor, and it may not jump when their own answers
 * arrive.
 */

const PORT = 3543
const ADDRESS = `http://localhost:${PORT}`
const HANDLE = 'asha'
const ROUNDS = 5
const BYTES_PER_SECOND = 60_000
const LATENCY_MS = 150
/** A visitor's time divided by a member's; a member may wait a tenth longer. */
const LIMIT = 0.91
/** Cumulative layout shift; up to 0.1 counts as good on the web. */
const SHIFT_MAX = 0.05
/** Without a request for that long, everything has arrived. */
const QUIET_MS = 500
const SETTLED_MAX_MS = 30_000
const SCREENS = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
}

/** Only in the members' post. */
const MEMBERS_WORDS = 'The demo before anybody else'

/** What a returning member's browser remembers of the page. */
const VISIT = { id: HANDLE, pageHandle: HANDLE, pageName: 'Asha Rao', profileImage: null }

interface Viewer {
  name: string
  /** null: a visitor. */
  session: { token: string; cookie: string } | null
  /** What the page shows once everything has arrived. */
  settled: string
  isSubscribed: boolean
}

interface Paint {
  firstMs: number
  largestMs: number
  shift: number
}

/** Runs in the page, whose types aren't Node's. An observer without entries is never called. */
const READ_PAINT = `(async () => {
  const entriesOf = (type) => new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true })
    setTimeout(() => resolve([]), 500)
  })
  const [paints, largest, shifts] = await Promise.all(
    ['paint', 'largest-contentful-paint', 'layout-shift'].map(entriesOf),
  )
  return {
    firstMs: paints.find(({ name }) => name === 'first-contentful-paint').startTime,
    largestMs: largest.at(-1).startTime,
    shift: shifts.reduce((sum, { value }) => sum + value, 0),
  }
})()`

const NAMES = { firstMs: 'first paint', largestMs: 'largest paint' }

const [role, argument] = process.argv.slice(2)
if (role === 'cheers' && argument) await serve(argument)
else await compare()

async function compare(): Promise<void> {
  await ensureWebIsBuilt()
  await inTemporaryFolder(async (folder) => {
    const server = await startRole(import.meta.filename, 'cheers', folder)
    const browser = await chromium.launch({
      executablePath: await findOrInstallBrowser(),
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    })
    try {
      const viewers = server.said as Viewer[]
      console.log(`/${HANDLE} at ${BYTES_PER_SECOND / 1000} KB/s, ${LATENCY_MS} ms away; ${ROUNDS} rounds.`)
      for (const screen of ['phone', 'desktop'] as const) await compareOn(browser, screen, viewers)
    } finally {
      await browser.close()
      await server.stop()
    }
  })
}

async function compareOn(
  browser: Browser,
  screen: keyof typeof SCREENS,
  viewers: readonly Viewer[],
): Promise<void> {
  const rounds: Paint[][] = []
  // The first round warms the server and the browser.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const paints: Paint[] = []
    for (const viewer of viewers) paints.push(await paintFor(browser, screen, viewer))
    if (round > 0) rounds.push(paints)
  }
  const of = (index: number, what: keyof Paint) => median(rounds.map((paints) => paints[index]?.[what] ?? 0))
  for (const [index, { name }] of viewers.entries())
    console.log(
      `${screen}, ${name.padEnd(20)} first ${of(index, 'firstMs').toFixed(0)} ms, ` +
        `largest ${of(index, 'largestMs').toFixed(0)} ms, shift ${of(index, 'shift').toFixed(3)}`,
    )
  for (const [index, { name }] of viewers.entries()) {
    if (index === 0) continue
    for (const what of ['firstMs', 'largestMs'] as const) {
      const ratios = rounds.map((paints) => (paints[0]?.[what] ?? 0) / (paints[index]?.[what] ?? 1))
      judge(`${screen}, visitor / ${name}, ${NAMES[what]}`, median(ratios), LIMIT)
    }
    judgeAtMost(`${screen}, ${name}, shift`, of(index, 'shift') * 1000, SHIFT_MAX * 1000, 'thousandths')
  }
}

/** One visit with nothing in the caches. */
async function paintFor(browser: Browser, screen: keyof typeof SCREENS, viewer: Viewer): Promise<Paint> {
  const context = await browser.newContext({ viewport: SCREENS[screen], baseURL: ADDRESS })
  try {
    if (viewer.session) {
      const { token, cookie } = viewer.session
      await context.addCookies([{ name: sessionCookieName(ADDRESS), value: cookie, url: ADDRESS }])
      const visits = [{ ...VISIT, isSubscribed: viewer.isSubscribed }]
      await context.addInitScript(
        (kept) => {
          for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value)
        },
        { token, 'recently-visited': JSON.stringify(visits) },
      )
    }
    const page = await context.newPage()
    const network = watchNetwork(page)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: LATENCY_MS,
      downloadThroughput: BYTES_PER_SECOND,
      uploadThroughput: BYTES_PER_SECOND,
    })
    await page.goto(`/${HANDLE}`)
    await page.getByText(viewer.settled).first().waitFor({ state: 'attached' })
    await network.isQuiet()
    return await readPaint(page)
  } finally {
    await context.close()
  }
}

/** Playwright's "networkidle" never comes for members: their stream of events stays open. */
function watchNetwork(page: Page): { isQuiet(): Promise<void> } {
  const underWay = new Set<Request>()
  let changedAt = performance.now()
  const note = (request: Request, isUnderWay: boolean) => {
    if (request.url().includes(EVENTS_PATH)) return
    if (isUnderWay) underWay.add(request)
    else underWay.delete(request)
    changedAt = performance.now()
  }
  page.on('request', (request) => note(request, true))
  page.on('requestfinished', (request) => note(request, false))
  page.on('requestfailed', (request) => note(request, false))
  return {
    async isQuiet() {
      const until = performance.now() + SETTLED_MAX_MS
      while (underWay.size > 0 || performance.now() - changedAt < QUIET_MS) {
        if (performance.now() > until)
          throw new Error(`Still loading: ${[...underWay].map((request) => request.url()).join(', ')}`)
        await page.waitForTimeout(50)
      }
    },
  }
}

/** What the browser has measured so far. */
function readPaint(page: Page): Promise<Paint> {
  return page.evaluate<Paint>(READ_PAINT)
}

/** The story's page banner, stored like an uploaded one. */
async function aBanner(platform: Platform): Promise<string> {
  return storeImage(
    platform,
    await drawPicture('harbour'),
    { shape: BANNER_IMAGE },
    mediaFailures.image_refused,
  )
}

/** A page with a banner, three plans, and posts, every third of which is for members. */
async function serve(dataDir: string): Promise<void> {
  const server = await startServer({ env: { PORT: String(PORT), DATA_DIR: dataDir } })
  const { platform } = server
  const { db } = platform.database
  const creator = await aCreator(db, (await aUser(db)).id, {
    handle: HANDLE,
    headline: 'Songs between Pune and the sea, written on trains and recorded at night',
    bannerImage: await aBanner(platform),
  })
  const plans = []
  for (const [name, priceCents] of [
    ['Buzzed', 500],
    ['Tipsy', 999],
    ['Drunk', 2500],
  ] as const)
    plans.push(await aPlan(db, creator.id, { name, priceCents }))
  const [plan] = plans
  if (!plan) throw new Error('There are no plans')
  for (let count = 19; count >= 0; count -= 1)
    await aPost(db, creator.id, {
      planId: count % 3 === 1 ? plan.id : null,
      html: `<p>${count % 3 === 1 ? MEMBERS_WORDS : 'The record is mixed'}. ${'One thunderstorm stayed. '.repeat(12)}</p>`,
      now: new Date(Date.now() - count * 3_600_000),
    })
  const [member, stranger] = [await aUser(db), await aUser(db)]
  await aSubscription(db, member.id, plan)
  const viewers: Viewer[] = [
    { name: 'visitor', session: null, settled: 'Login to Join', isSubscribed: false },
    {
      name: 'member of the page',
      session: await aSession(db, platform, member.id),
      settled: MEMBERS_WORDS,
      isSubscribed: true,
    },
    {
      name: 'member of others',
      session: await aSession(db, platform, stranger.id),
      settled: 'Join Buzzed',
      isSubscribed: false,
    },
  ]
  process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
  process.send?.(viewers)
}
