import type { APIRequestContext, Locator, Page } from '@playwright/test'

import { expect } from './journey.ts'
import { beginPost } from './steps.ts'

const WAYS_TO_ASK: Record<string, string>[] = [{}, { range: 'bytes=0-99' }, { 'if-none-match': '*' }]

/** Attaches a file, describes the picture, and publishes. */
export async function publishWithFile(
  page: Page,
  post: { text: string; visibility?: string; add: string; file: string; alt?: string },
): Promise<Locator> {
  const dialog = await beginPost(page, post)
  await dialog.getByLabel(post.add, { exact: true }).setInputFiles(post.file)
  if (post.alt !== undefined) await dialog.getByLabel('What does the picture show?').fill(post.alt)
  await dialog.getByRole('button', { name: 'Publish Post' }).click()
  await expect(page.getByText('Post created successfully').first()).toBeVisible({ timeout: 60_000 })
  await expect(dialog).toBeHidden()
  const article = page.getByRole('article').filter({ hasText: post.text })
  await expect(article).toBeVisible()
  return article
}

/** Every address the API gives this person for the post that says `text`. */
export async function addressesOf(page: Page, handle: string, text: string): Promise<string[]> {
  return page.evaluate(
    async ([name, wanted]) => {
      const response = await fetch(`/api/post/getPostsByPageHandle/${name}`, {
        headers: { authorization: `Bearer ${localStorage.getItem('token')}` },
      })
      const posts = (await response.json()) as { content: string }[]
      const post = JSON.stringify(posts.find(({ content }) => content.includes(wanted ?? '')) ?? {})
      return [...new Set([...post.matchAll(/"(\/media\/[^"]+)"/g)].map(([, address]) => address ?? ''))]
    },
    [handle, text],
  )
}

/** Plays for a moment, jumps, and keeps playing from there. */
export async function expectPlays(element: Locator, jumpTo: number): Promise<void> {
  const second = () => element.evaluate((media: HTMLMediaElement) => media.currentTime)
  await element.evaluate((media: HTMLMediaElement) => {
    media.muted = true
    return media.play()
  })
  await expect.poll(second).toBeGreaterThan(0.5)
  await element.evaluate((media: HTMLMediaElement, to) => (media.currentTime = to), jumpTo)
  await expect.poll(second, { timeout: 20_000 }).toBeGreaterThan(jumpTo + 0.5)
  await element.evaluate((media: HTMLMediaElement) => media.pause())
}

/** Plays, and what it plays can be heard. */
export async function expectSounds(element: Locator): Promise<void> {
  await expect.poll(() => element.evaluate(loudness), { timeout: 60_000 }).toBeGreaterThan(0.01)
}

interface Capturable extends HTMLMediaElement {
  captureStream?: () => MediaStream
  /** The same in Firefox. */
  mozCaptureStream?: () => MediaStream
}

/** Runs in the browser: how far the sound of one second swings, of 1. Works without a sound card. */
async function loudness(media: Capturable): Promise<number> {
  media.muted = false
  await media.play()
  const tracks = (media.captureStream?.() ?? media.mozCaptureStream?.())?.getAudioTracks() ?? []
  if (tracks.length === 0) return 0
  const recorder = new MediaRecorder(new MediaStream(tracks))
  const recorded = new Promise<Blob>((resolve) => {
    recorder.addEventListener('dataavailable', ({ data }) => resolve(data), { once: true })
  })
  recorder.start()
  setTimeout(() => recorder.stop(), 1000)
  const bytes = await (await recorded).arrayBuffer()
  const sound = await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(bytes).catch(() => null)
  return sound ? sound.getChannelData(0).reduce((most, at) => Math.max(most, Math.abs(at)), 0) : 0
}

/** Nobody gets a byte of these, whichever way they ask. */
export async function expectClosed(request: APIRequestContext, addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    for (const headers of WAYS_TO_ASK) {
      const answer = await request.get(address, { headers, maxRedirects: 0 })
      expect(answer.status(), address).toBeGreaterThanOrEqual(400)
      expect((await answer.body()).length, address).toBeLessThan(2000)
      expect(answer.headers()['content-type'] ?? '').not.toMatch(/^(?:image|video|audio)\//)
    }
    expect((await request.head(address)).status(), address).toBeGreaterThanOrEqual(400)
  }
}
