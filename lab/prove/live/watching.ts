import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import type { TestSession } from '#server/testing/app-on-database.ts'

import type { Pair } from './node-pair.ts'

const LOOKS_EVERY_MS = 300

export interface Watched {
  /** The longest that nothing new came, in milliseconds. */
  longestGapMs: number
  /** Of each segment, as it came. */
  hashes: Map<number, string>
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Watches as a player does: the playlist again and again, and each new segment, from whichever node is there. */
export async function watch(
  pair: Pair,
  viewer: TestSession,
  url: string,
  until: AbortSignal,
): Promise<Watched> {
  const hashes = new Map<number, string>()
  let longestGapMs = 0
  let cameAt: number | null = null
  while (!until.aborted) {
    const playlist = await pair.ask(viewer, 'GET', `${url}/live.m3u8`)
    const text = playlist?.ok ? await playlist.text().catch(() => '') : ''
    for (const [, seq] of text.matchAll(/^(\d+)\.m4s$/gm)) {
      if (hashes.has(Number(seq))) continue
      const answer = await pair.ask(viewer, 'GET', `${url}/${seq}.m4s`)
      const bytes = answer?.ok ? await answer.bytes().catch(() => null) : null
      if (!bytes) break
      hashes.set(Number(seq), hashOf(bytes))
      const now = performance.now()
      if (cameAt !== null) longestGapMs = Math.max(longestGapMs, now - cameAt)
      cameAt = now
    }
    await sleep(LOOKS_EVERY_MS)
  }
  return { longestGapMs: Math.round(longestGapMs), hashes }
}

/** What any node says was shown, from the beginning: numbers in order, and how often the line changed. */
export async function readWhole(pair: Pair, viewer: TestSession, url: string) {
  const answer = await pair.ask(viewer, 'GET', `${url}/all.m3u8`)
  const text = (await answer?.text()) ?? ''
  const seqs = [...text.matchAll(/^(\d+)\.m4s$/gm)].map(([, seq]) => Number(seq))
  return { seqs, lines: text.split('#EXT-X-MAP').length - 1 }
}
