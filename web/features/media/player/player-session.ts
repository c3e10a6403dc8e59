import type HlsPlayer from 'hls.js'

import { CallError } from '#web/api/call.ts'

import type { Addresses } from '../addresses.ts'
import { HLS_TYPE, isAnother, type Playback, type Quality, type Source, sourcesOf } from './sources.ts'

/** `gone`: this viewer may no longer play it. */
export type SessionState = 'well' | 'broken' | 'gone'

export interface PlayerSession {
  /** Takes a newer answer; playback continues where it is. */
  update: (playback: Playback) => void
  choose: (quality: Quality) => void
  /** Asks for new addresses and continues at the same second. */
  retry: () => void
  end: () => void
}

/** Addresses that expire sooner than this are renewed before playing starts rather than in the middle. */
const STALE_BEFORE_MS = 10_000
/** A failure this soon after new addresses isn't about the addresses. */
const SAME_TROUBLE_MS = 10_000
/** The most time an element takes to start with its first source. */
const FIRST_LOOK_MS = 400

/**
 * Keeps an element playing: sets the source that fits the browser and the chosen quality, renews expired addresses, and
 * continues at the same second.
 */
export function startPlayerSession(
  element: HTMLMediaElement,
  given: {
    playback: Playback
    quality: Quality
    addresses: Addresses
    onState: (state: SessionState) => void
  },
): PlayerSession {
  let { playback, quality } = given
  let hls: HlsPlayer | null = null
  let renewedAtMs = Number.NEGATIVE_INFINITY
  let isRenewing = false
  let hasEnded = false
  let lastSecond = 0

  function load() {
    const wantsToPlay = !element.paused && !element.ended
    const second = lastSecond
    hls?.destroy()
    hls = null
    const sources = sourcesOf(playback, quality)
    const source = sources.find(canPlay)
    if (element instanceof HTMLVideoElement) element.poster = playback.poster ?? ''
    for (const track of element.querySelectorAll('track'))
      track.src = playback.captions.find(({ language }) => language === track.srclang)?.url ?? track.src
    if (source) {
      element.src = source.url
      if (second > 0)
        element.addEventListener('loadedmetadata', () => (element.currentTime = second), { once: true })
      if (wantsToPlay) element.play().catch(() => undefined)
    } else if (needsClimbing()) void climb()
    else given.onState('broken')
  }

  function canPlay({ type }: Source): boolean {
    return type !== HLS_TYPE || element.canPlayType(HLS_TYPE) !== ''
  }

  function needsClimbing(): boolean {
    const [best] = sourcesOf(playback, quality)
    return hls === null && best?.type === HLS_TYPE && !canPlay(best) && 'MediaSource' in globalThis
  }

  /** For browsers without native HLS, and only to play: 183 KB. The light build doesn't play sound that is beside the picture. */
  async function climb() {
    const [ladder] = sourcesOf(playback, quality)
    const { default: Hls } = await import('hls.js')
    if (hasEnded || hls !== null || !ladder) return
    const wantsToPlay = !element.paused
    // Its worker would be a blob:, which the content security policy refuses.
    hls = new Hls({ enableWorker: false, startPosition: lastSecond > 0 ? lastSecond : -1 })
    hls.on(Hls.Events.ERROR, (_, { fatal }) => {
      if (fatal) void recover()
    })
    hls.loadSource(ladder.url)
    hls.attachMedia(element)
    if (wantsToPlay) element.play().catch(() => undefined)
  }

  async function recover() {
    if (isRenewing || hasEnded) return
    if (performance.now() - renewedAtMs < SAME_TROUBLE_MS) given.onState('broken')
    else await renew()
  }

  async function renew() {
    isRenewing = true
    try {
      playback = await given.addresses.playback(playback._id)
      renewedAtMs = performance.now()
      if (hasEnded) return
      given.onState('well')
      load()
    } catch (error) {
      const isGone = error instanceof CallError && (error.status === 404 || error.status === 403)
      given.onState(isGone ? 'gone' : 'broken')
    } finally {
      isRenewing = false
    }
  }

  /** It has its file, and nothing is wrong with it. */
  function isThere(): boolean {
    return element.readyState >= HTMLMediaElement.HAVE_METADATA && element.error === null
  }

  function isStale(): boolean {
    return playback.expiresAt !== null && Date.parse(playback.expiresAt) - Date.now() < STALE_BEFORE_MS
  }

  function notePlace() {
    // While new addresses load it is at zero, which is no real position.
    if (element.readyState > 0) lastSecond = element.currentTime
  }

  const listeners: [keyof HTMLMediaElementEventMap, () => void][] = [
    ['error', () => void recover()],
    [
      'play',
      () => {
        pauseOthers(element)
        if (isStale() && !isRenewing) void renew()
        else if (needsClimbing()) void climb()
      },
    ],
    ['timeupdate', notePlace],
    // The position the viewer wants: a failed jump must not lead back.
    ['seeking', notePlace],
  ]
  // Capturing: errors of a <source> don't bubble.
  for (const [name, listen] of listeners) element.addEventListener(name, listen, true)

  // A failure from before this session listened fires no more events, so check for it. Not at once: a newly created
  // element looks the same while it tries its sources.
  const asking = setTimeout(() => {
    const hasFailed = element.error !== null || element.networkState === HTMLMediaElement.NETWORK_NO_SOURCE
    if (hasFailed && hls === null) void recover()
  }, FIRST_LOOK_MS)
  if (quality !== 'auto' || isLadderOnly(playback)) load()

  return {
    update(answered) {
      const isMore = isAnother(playback, answered)
      // While it plays, new signatures of the same file would only make it start over.
      if (!isMore && !isStale()) return
      playback = answered
      if (element instanceof HTMLVideoElement && element.played.length === 0)
        element.poster = playback.poster ?? ''
      // What has come is used from the next beginning on: another source would lose the place, if only for a moment.
      if (isMore && element.paused && !isThere()) load()
    },
    choose(chosen) {
      if (chosen === quality) return
      quality = chosen
      load()
    },
    retry: () => void renew(),
    end() {
      hasEnded = true
      clearTimeout(asking)
      hls?.destroy()
      for (const [name, listen] of listeners) element.removeEventListener(name, listen, true)
    },
  }
}

function isLadderOnly({ hls, src, lowSrc }: Playback): boolean {
  return hls !== null && src === null && lowSrc === null
}

/** Only one recording plays at a time. */
function pauseOthers(element: HTMLMediaElement): void {
  for (const other of document.querySelectorAll<HTMLMediaElement>('video, audio'))
    if (other !== element && !other.paused) other.pause()
}
