import type HlsPlayer from 'hls.js/light'

import { getPlayback } from '#contract/media/routes.ts'
import { call, CallError } from '#web/api/call.ts'

import { HLS_TYPE, isAnother, type Playback, type Quality, type Source, sourcesOf } from './sources.ts'

/** `gone`: this viewer may not play it any more. */
export type SessionState = 'well' | 'broken' | 'gone'

export interface PlayerSession {
  /** Takes a newer answer; what plays goes on where it is. */
  update: (playback: Playback) => void
  choose: (quality: Quality) => void
  /** Asks for new addresses and goes on at the same second. */
  retry: () => void
  end: () => void
}

/** Addresses that end sooner than this are renewed before playing starts rather than in the middle of it. */
const STALE_BEFORE_MS = 10_000
/** A failure that soon after new addresses is not about the addresses. */
const SAME_TROUBLE_MS = 10_000
/** How long an element takes at most to begin with its first source. */
const FIRST_LOOK_MS = 400

/**
 * Keeps an element playing: puts in what fits the browser and the chosen quality, renews addresses that ended, and
 * goes on at the same second.
 */
export function startPlayerSession(
  element: HTMLMediaElement,
  given: { playback: Playback; quality: Quality; onState: (state: SessionState) => void },
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

  /** For browsers without HLS of their own: 111 KB that only they load, and only to play. */
  async function climb() {
    const [ladder] = sourcesOf(playback, quality)
    const { default: Hls } = await import('hls.js/light')
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
      playback = await call(getPlayback, { mediaId: playback._id })
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

  function isStale(): boolean {
    return playback.expiresAt !== null && Date.parse(playback.expiresAt) - Date.now() < STALE_BEFORE_MS
  }

  function notePlace() {
    // While new addresses load it stands at nought, which is nobody's place.
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
    // Where somebody wants to be: a jump that fails must not lead back.
    ['seeking', notePlace],
  ]
  // Capturing: a <source> that cannot be loaded tells nobody but itself.
  for (const [name, listen] of listeners) element.addEventListener(name, listen, true)

  // What failed before this session listened tells nobody any more: ask. Not at once, because an element that has only
  // just been made looks the same while it looks at its sources.
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
      if (isMore && element.paused) load()
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

/** Two voices at once help nobody. */
function pauseOthers(element: HTMLMediaElement): void {
  for (const other of document.querySelectorAll<HTMLMediaElement>('video, audio'))
    if (other !== element && !other.paused) other.pause()
}
