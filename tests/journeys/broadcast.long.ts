import type { Locator, Page } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { burnClock, shownDelay } from './burnt-clock.ts'
import { expect, test } from './journey.ts'
import { press, tabTo, typeInto } from './keyboard.ts'
import { passDays, productTime } from './operator.ts'
import { follow, signUp, signUpCreator } from './seed.ts'
import { aPerson } from './steps.ts'

/** Set by `npm run prove -- delay`: nothing else runs on this machine, so times are held to their limits. */
const isQuiet = process.env['HOLD_DELAY'] === '1'
/** Between what is filmed and what is seen: half of the looks, and nineteen of twenty. */
const DELAY_P50_MS = 4000
const DELAY_P95_MS = 6000
/** A page tells of encoders that hang after 45 s. */
const BEGUN = { timeout: 60_000 }
const LOOKS = 40
/** From asking for a player to the first picture, in the middle of so many. */
const FIRST_PICTURE_MS = 1500
const FIRST_LOOKS = 5
/** To the shared screen, and back. */
const CUTS = 2
const CUT_SECONDS = 0.1

test.use({ optimizesScripts: true })

test('a creator goes live from the browser: planned, waited for, watched, asked, lost, found again, ended', async ({
  page: ashaPage,
  openBrowser,
  mailbox,
  allowError,
}) => {
  const asha = aPerson('Asha Rao')
  const ravi = aPerson('Ravi Menon')
  await signUpCreator(ashaPage, asha, mailbox, [])
  const raviPage = await openBrowser()
  await signUp(raviPage, ravi, mailbox)
  // She opens the session again and again; somebody's fourth player ends their first.
  const meeraPage = await openBrowser()
  await signUp(meeraPage, aPerson('Meera Das'), mailbox)
  for (const page of [raviPage, meeraPage]) await follow(page, asha.username)
  // On their first day, accounts write a fifth as often.
  await passDays(ashaPage.request, 2)
  // The encoder leaves the frame that it held when its source was cut.
  allowError(/A VideoFrame was garbage collected|An AudioSample was garbage collected/)
  await burnClock(ashaPage)
  await letNothingSoundUnasked(raviPage)
  const shown = new Map<string, number>()
  ashaPage.on('response', (response) => {
    const { pathname, searchParams } = new URL(response.url())
    if (response.ok() && searchParams.has('durationMs'))
      shown.set(pathname.split('/').at(-1) ?? '', Number(searchParams.get('durationMs')))
  })
  const playlists: string[] = []
  raviPage.on('request', (request) => {
    if (request.url().includes('/media/live/')) playlists.push(request.url())
  })

  let id = ''
  let wentLiveAt = 0
  await test.step('using only the keyboard, Asha plans a session with video, which opens the studio as a page of its own', async () => {
    id = await planByKeyboard(ashaPage, 'From the kitchen')
    await expect(ashaPage.getByRole('heading', { level: 1, name: 'From the kitchen' })).toBeVisible()
  })
  const path = `/${asha.username}/live/${id}`

  await test.step('Ravi waits; there is nothing to see yet', async () => {
    await raviPage.goto(path)
    await expect(raviPage.getByText('Waiting room', { exact: true })).toBeVisible()
    await expect(raviPage.locator('video')).toHaveCount(0)
  })

  await test.step('by keyboard, Asha opens the waiting room, sees herself and her microphone, and goes live', async () => {
    const setUp = ashaPage.getByRole('button', { name: 'Use camera and microphone' })
    const goLive = ashaPage.getByRole('button', { name: 'Go live' })
    await expect(setUp.or(goLive)).toBeVisible()
    if (await setUp.isVisible()) await press(ashaPage, setUp)
    await expect(ashaPage.getByRole('progressbar', { name: 'Microphone level' })).toBeVisible()
    const devices = ashaPage.getByRole('button', { name: 'Devices and quality' })
    await press(ashaPage, devices)
    await tabTo(ashaPage, ashaPage.getByRole('combobox', { name: 'Microphone' }))
    await expectAccessible(ashaPage)
    await press(ashaPage, devices)
    await press(ashaPage, goLive)
    await expect(ashaPage.getByText(/^Planned for .+ Start now\?$/)).toBeVisible()
    await expect(ashaPage.getByRole('alertdialog').getByText('Followers', { exact: true })).toBeVisible()
    await expectAccessible(ashaPage)
    await press(ashaPage, ashaPage.getByRole('button', { name: 'Start now' }))
    wentLiveAt = Date.now()
    await expect(ashaPage.getByText('On air', { exact: true })).toBeVisible(BEGUN)
    await expect(ashaPage.getByRole('timer')).toHaveText(/^\d+:\d\d$/)
    await expect(ashaPage.getByText('The connection is good.')).toBeVisible()
    await expect(ashaPage.getByText(/Mbit\/s/)).toBeVisible()
  })

  await test.step('Ravi watches without doing anything, and hears with one press', async () => {
    await expect(raviPage.getByText('Live now')).toBeVisible()
    await expectMoving(raviPage)
    await raviPage.getByRole('button', { name: 'Tap to hear' }).press('Enter')
    expect(await raviPage.evaluate(() => document.querySelector('video')?.muted)).toBe(false)
    await expectAccessible(raviPage)
  })

  await test.step('what he sees was filmed seconds ago', async () => {
    const delays: number[] = []
    for (let look = 0; look < LOOKS; look++) {
      delays.push(await shownDelay(raviPage))
      await raviPage.waitForTimeout(250)
    }
    delays.sort((one, other) => one - other)
    const [p50 = 0, p95 = 0] = [delays[LOOKS / 2], delays[Math.floor(LOOKS * 0.95)]]
    process.stdout.write(`delay from camera to screen: p50 ${p50} ms, p95 ${p95} ms\n`)
    // On a busy machine it is only not the whole broadcast.
    expect(p95).toBeLessThan(Date.now() - wentLiveAt)
    if (!isQuiet) return
    expect(p50).toBeLessThanOrEqual(DELAY_P50_MS)
    expect(p95).toBeLessThanOrEqual(DELAY_P95_MS)
  })

  await test.step('who opens the session sees its picture soon', async () => {
    const waits: number[] = []
    for (let look = 0; look < FIRST_LOOKS; look++) waits.push(await firstPicture(meeraPage, path))
    waits.sort((one, other) => one - other)
    const median = waits[Math.floor(FIRST_LOOKS / 2)] ?? Number.NaN
    process.stdout.write(`start to first picture: ${waits.join(', ')} ms\n`)
    if (isQuiet) expect(median).toBeLessThanOrEqual(FIRST_PICTURE_MS)
  })

  await test.step('he listens without the picture, and sees it again', async () => {
    const quality = raviPage.getByRole('combobox', { name: 'Quality' })
    // There is no ffmpeg here; with it, the data saver is between them: `data-saver.proof.ts`.
    await expect(quality.getByRole('option')).toHaveText(['Best quality', 'Sound only'])
    const width = () => raviPage.evaluate(() => document.querySelector('video')?.videoWidth)
    await tabTo(raviPage, quality)
    await raviPage.keyboard.type('Sound')
    await expect.poll(width).toBe(0)
    await expectMoving(raviPage)
    await expect(quality).toBeFocused()
    await expectAccessible(raviPage)
    await quality.press('ArrowUp')
    await expect.poll(width).toBeGreaterThan(0)
    await expectMoving(raviPage)
  })

  await test.step('he asks, and Asha takes the question while she is on air', async () => {
    await raviPage.getByLabel('Your question').fill('What is in the pot?')
    await raviPage.getByRole('button', { name: 'Ask', exact: true }).click()
    await press(ashaPage, ashaPage.getByRole('button', { name: 'Take', exact: true }))
    await expect(raviPage.getByText('Being answered now').first()).toBeVisible()
  })

  await test.step('who isn’t a member gets nothing by any of his addresses', async () => {
    const stranger = await openBrowser()
    expect(playlists.some((url) => url.endsWith('.m4s'))).toBe(true)
    for (const url of new Set(playlists.slice(-6))) {
      const answer = await stranger.request.get(url)
      expect([answer.status(), url]).toEqual([404, url])
    }
    await stranger.goto(path)
    await expect(stranger.locator('video')).toHaveCount(0)
  })

  await test.step('the start is one press away, and so is what happens now', async () => {
    await raviPage.getByRole('button', { name: 'Watch from the start' }).press('Enter')
    await expect(raviPage.getByRole('slider', { name: 'Position' })).toBeVisible()
    await expectMoving(raviPage)
    const fromStartMs = await shownDelay(raviPage)
    expect(fromStartMs).toBeGreaterThan(8000)
    await raviPage.getByRole('button', { name: 'Back to live' }).press('Enter')
    await expect(raviPage.getByText('Live', { exact: true })).toBeVisible()
    await expectMoving(raviPage)
    // A busy browser is behind at first, with encoding as with playing.
    await expect
      .poll(() => shownDelay(raviPage), { timeout: 60_000 })
      .toBeLessThan(isQuiet ? DELAY_P95_MS : fromStartMs / 2)
  })

  await test.step('her line is lost: she is told, and it goes on by itself with nothing left out', async () => {
    allowError(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK|Failed to load resource/)
    await ashaPage.context().setOffline(true)
    await expect(ashaPage.getByText('The connection is lost.', { exact: false })).toBeVisible()
    await ashaPage.waitForTimeout(4000)
    await ashaPage.context().setOffline(false)
    await expect(ashaPage.getByText('The connection is good.')).toBeVisible()
    await expectMoving(raviPage)
  })

  await test.step('she shares her screen, and he goes on watching', async () => {
    await ashaPage.getByRole('button', { name: 'Share screen' }).click()
    await expect(ashaPage.getByRole('button', { name: 'Stop sharing' })).toBeVisible()
    await expectMoving(raviPage)
    await ashaPage.getByRole('button', { name: 'Stop sharing' }).click()
    await expectMoving(raviPage)
  })

  await test.step('by keyboard she ends it, after being asked', async () => {
    await press(ashaPage, ashaPage.getByRole('button', { name: 'End', exact: true }))
    await press(ashaPage, ashaPage.getByRole('button', { name: 'End session' }))
    await expect(ashaPage.getByText('Ended', { exact: true })).toBeVisible()
    await expect(raviPage.getByText('Ended', { exact: true })).toBeVisible()
  })

  await test.step('what is left is as long as what was shown, with the question where it was', async () => {
    await raviPage.getByRole('link', { name: 'Read the post' }).click({ timeout: 60_000 })
    await raviPage.waitForURL(/\/posts\//)
    await expect(raviPage.getByRole('heading', { level: 1, name: 'From the kitchen' })).toBeVisible()
    const chapter = raviPage.getByText(/\d:\d\d.+What is in the pot\?/)
    await expect(chapter).toBeVisible()
    const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN
    const videos = raviPage.locator('article video')
    expect(await topOf(videos.first())).toBeLessThan(await topOf(chapter))
    // A screen that is encoded otherwise than the camera is a part of its own. 0 until all are known.
    const length = () =>
      videos.evaluateAll((parts) => {
        const lengths = parts.map((part) => (part as HTMLVideoElement).duration || 0)
        return lengths.includes(0) ? 0 : lengths.reduce((sum, each) => sum + each, 0)
      })
    // Read once: the player may be made anew in between.
    let recordedSeconds = 0
    await expect.poll(async () => (recordedSeconds = await length()), { timeout: 60_000 }).toBeGreaterThan(0)
    const shownSeconds = [...shown.values()].reduce((sum, ms) => sum + ms, 0) / 1000
    process.stdout.write(`shown ${shownSeconds.toFixed(2)} s, recorded ${recordedSeconds.toFixed(2)} s\n`)
    expect(Math.abs(recordedSeconds - shownSeconds)).toBeLessThan(CUTS * CUT_SECONDS + 0.1)
  })

  await test.step('the question is a way into the recording: in the post, from the session, and by its address', async () => {
    const chapter = raviPage.getByRole('button', { name: /\d:\d\d What is in the pot\?$/ })
    const [, minutes, seconds] = /(\d+):(\d\d) What/.exec((await chapter.textContent()) ?? '') ?? []
    const at = Number(minutes) * 60 + Number(seconds)
    expect(at).toBeGreaterThan(0)
    const second = () => raviPage.evaluate(() => document.querySelector('video')?.currentTime ?? 0)
    await chapter.press('Enter')
    await expect.poll(second).toBeGreaterThanOrEqual(at)
    expect(await second()).toBeLessThan(at + 10)
    expect(await raviPage.evaluate(() => document.querySelector('video')?.paused)).toBe(false)
    await expectAccessible(raviPage)
    await raviPage.goto(path)
    await raviPage.getByRole('link', { name: /^Watch from \d:\d\d$/ }).press('Enter')
    await raviPage.waitForURL((url) => url.searchParams.get('t') === String(at))
    await expect.poll(second).toBeGreaterThanOrEqual(at)
    await raviPage.reload()
    await expect.poll(second).toBe(at)
  })
})

/** As browsers on phones do: sound begins with a press. */
async function letNothingSoundUnasked(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let isPressed = false
    for (const name of ['pointerdown', 'keydown'])
      window.addEventListener(name, () => (isPressed = true), { capture: true })
    const play = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'play')
      ?.value as () => Promise<void>
    HTMLMediaElement.prototype.play = async function playIfAllowed(this: HTMLMediaElement) {
      if (!this.muted && !isPressed) throw new DOMException('Nobody pressed anything.', 'NotAllowedError')
      await play.call(this)
    }
  })
}

/** Its picture goes on. */
async function expectMoving(page: Page): Promise<void> {
  const second = () => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)
  await expect.poll(second, { timeout: 30_000 }).toBeGreaterThan(0)
  const before = await second()
  await expect.poll(second, { timeout: 30_000 }).not.toBe(before)
}

/** From the studio's list, as a creator without a mouse does. Returns the session's id. */
async function planByKeyboard(page: Page, title: string): Promise<string> {
  await page.goto('/studio/live')
  await press(page, page.getByRole('button', { name: 'Plan a session' }).first())
  const dialog = page.getByRole('dialog')
  await typeInto(page, dialog.getByLabel('Title'), title)
  const start = new Date((await productTime(page.request)).getTime() + 3_600_000)
  const [year = '', month = '', day = '', hours = '', minutes = ''] = start.toISOString().split(/[-T:]/)
  await tabTo(page, dialog.getByLabel('Date and time'))
  await page.keyboard.type(`${month}${day}${year}`)
  // A year may have more digits.
  await page.keyboard.press('ArrowRight')
  const hour = String(Number(hours) % 12 || 12).padStart(2, '0')
  await page.keyboard.type(`${hour}${minutes}${Number(hours) < 12 ? 'A' : 'P'}`)
  await expect(dialog.getByLabel('Date and time')).toHaveValue(start.toISOString().slice(0, 16))
  for (const [name, choice] of [
    ['Video', 'From this browser'],
    ['Who can see it', 'Followers'],
    ['Afterwards', 'Publish'],
  ] as const) {
    await tabTo(page, dialog.getByRole('combobox', { name, exact: name === 'Video' }))
    await page.keyboard.type(choice)
  }
  await press(page, dialog.getByRole('button', { name: 'Plan session' }))
  await page.waitForURL(/\/studio\/live\/[\w-]+$/)
  await press(page, page.getByRole('button', { name: 'Open the waiting room' }))
  await expect(page.getByText('Waiting room open')).toBeVisible()
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

/** Opens a session in a tab of its own; between asking for a player and a picture, in milliseconds. */
async function firstPicture(viewer: Page, path: string): Promise<number> {
  const page = await viewer.context().newPage()
  await page.addInitScript(() => {
    document.addEventListener('loadeddata', () => performance.mark('picture'), { capture: true, once: true })
  })
  await page.goto(path)
  const wait = () =>
    page.evaluate(() => {
      const asked = performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/players'))
      const [shown] = performance.getEntriesByName('picture')
      return asked && shown ? Math.round(shown.startTime - asked.startTime) : 0
    })
  await expect.poll(wait, { timeout: 30_000 }).toBeGreaterThan(0)
  const waited = await wait()
  await page.close()
  return waited
}
