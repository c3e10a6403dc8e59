import type { LoadPolicy } from 'hls.js'
import type HlsPlayer from 'hls.js/light'

import type { Quality } from '#web/features/media/player/sources.ts'

import { skipHoles } from './skip-holes.ts'

/** `gone`: its addresses no longer work for this viewer, or another of their players took its place. */
export type PlaybackState = 'loading' | 'playing' | 'waiting' | 'gone' | 'unable'

/** `live`: what is sent now; `past`: from the beginning. */
export type PlaybackMode = 'live' | 'past'

export interface LivePlayback {
  toLive: () => void
  fromStart: () => void
  /** With the whole picture, a small one or none; it goes on where it is. */
  setQuality: (quality: Quality) => void
  /** Seconds behind what was sent last; null: it isn't known. */
  delaySeconds: () => number | null
  end: () => void
}

/** So far behind the last segment it plays: three of them are ready then. */
const BEHIND_SECONDS = 3
/** Whoever follows and has fallen back so far is brought forward. */
const CATCH_UP_SECONDS = 9
const TRY_AGAIN_AFTER_MS = 1500
/** A decoder that failed is started again, but not time and again. */
const RECOVER_EVERY_MS = 5000
/** Below the folder of the playlists, each has the same again. */
const FOLDERS: Readonly<Record<Quality, string>> = { auto: '', saver: '/small', sound: '/sound' }
/** A small picture that isn't there a moment later won't be in time. */
const SAVER_RETRY = { maxNumRetry: 1, retryDelayMs: 500, maxRetryDelayMs: 500 }
const SAVER_REFUSALS_MAX = 2
const HLS_TYPE = 'application/vnd.apple.mpegurl'

/**
 * Plays what a session sends. Where script can feed the element, it does, for a delay that we set; else the browser plays
 * the playlist itself.
 */
export async function startLivePlayback(
  video: HTMLVideoElement,
  given: {
    /** The folder of the playlists. */
    url: string
    mode: PlaybackMode
    quality: Quality
    /** What shows them is larger by half. */
    hasCaptions: boolean
    onState: (state: PlaybackState) => void
    onMode: (mode: PlaybackMode) => void
    /** There are no small pictures at the moment: it goes on with the whole one. */
    onSaverFailed: () => void
  },
): Promise<LivePlayback> {
  const { default: Hls } = await (given.hasCaptions ? import('hls.js') : import('hls.js/light'))
  let hls: HlsPlayer | null = null
  let { mode, quality } = given
  let captions: TextTrack | null = null
  let again: ReturnType<typeof setTimeout> | undefined
  let recoveredAt = Number.NEGATIVE_INFINITY
  let hasEnded = false

  function load(wanted: PlaybackMode, startAt = 0) {
    mode = wanted
    given.onMode(wanted)
    given.onState('loading')
    clearTimeout(again)
    // Another source stops the element.
    const wasPlaying = !video.paused
    hls?.destroy()
    hls = null
    const folder = `${given.url.replace(/\/$/, '')}${FOLDERS[quality]}`
    const url = `${folder}/${wanted === 'live' ? 'live' : 'all'}.m3u8`
    if (Hls.isSupported()) loadByScript(url, startAt)
    else if (video.canPlayType(HLS_TYPE) !== '') loadByBrowser(url, startAt)
    else given.onState('unable')
    if (wasPlaying) video.play().catch(() => undefined)
  }

  function loadByBrowser(url: string, startAt: number) {
    video.src = url
    if (startAt > 0 && mode === 'past')
      video.addEventListener('loadedmetadata', () => (video.currentTime = startAt), { once: true })
  }

  /** With the whole picture, where it is. */
  function leaveSaver() {
    quality = 'auto'
    given.onSaverFailed()
    load(mode, video.currentTime)
  }

  function loadByScript(url: string, startAt: number) {
    const player = new Hls({
      // Its worker would be a blob:, which the content security policy refuses.
      enableWorker: false,
      startPosition: mode === 'past' ? startAt : -1,
      liveSyncDuration: BEHIND_SECONDS,
      liveMaxLatencyDuration: 60,
      // After a stall it comes nearer again, a tenth faster than it was filmed.
      maxLiveSyncPlaybackRate: 1.1,
      liveSyncOnStallIncrease: 0.5,
      backBufferLength: 60,
      maxBufferLength: 20,
      // Its own way is a track with an address of data:, which the content security policy refuses.
      renderTextTracksNatively: false,
      ...(quality === 'saver' && { fragLoadPolicy: saverPolicy(Hls.DefaultConfig.fragLoadPolicy) }),
    })
    hls = player
    /** Small pictures in a row that weren't to be had: hls.js may leave them out one after another, and show nothing. */
    let refusals = 0
    player.on(Hls.Events.FRAG_BUFFERED, () => (refusals = 0))
    player.on(Hls.Events.ERROR, (_, { fatal, type, response }) => {
      if (hasEnded || hls !== player) return
      if (quality === 'saver' && (response?.code ?? 0) >= 500) {
        refusals += 1
        if (!fatal && refusals < SAVER_REFUSALS_MAX) return
        player.stopLoad()
        clearTimeout(again)
        again = setTimeout(leaveSaver)
        return
      }
      if (!fatal) return
      if (response?.code === 404 || response?.code === 403) {
        player.stopLoad()
        given.onState('gone')
      } else if (type === Hls.ErrorTypes.MEDIA_ERROR && performance.now() - recoveredAt > RECOVER_EVERY_MS) {
        recoveredAt = performance.now()
        // It gives the element another source, which stops it.
        const wasPlaying = !video.paused
        player.recoverMediaError()
        if (wasPlaying) video.play().catch(() => undefined)
      } else if (quality === 'saver' && type === Hls.ErrorTypes.MEDIA_ERROR) {
        leaveSaver()
      } else {
        given.onState('waiting')
        again = setTimeout(() => load(mode, video.currentTime), TRY_AGAIN_AFTER_MS)
      }
    })
    skipHoles(player, Hls.Events, video)
    if (given.hasCaptions) player.on(Hls.Events.CUES_PARSED, (_, { cues }) => keepCues(cues as VTTCue[]))
    player.loadSource(url)
    player.attachMedia(video)
  }

  function keepCues(cues: readonly VTTCue[]) {
    captions ??= video.addTextTrack('captions')
    for (const cue of cues) captions.addCue(cue)
  }

  function delaySeconds(): number | null {
    if (mode === 'past' || !hls) return null
    return Number.isFinite(hls.latency) && hls.latency > 0 ? hls.latency : null
  }

  /** Whoever follows goes on where it is, not where they were stopped by a slow line. */
  function catchUp() {
    const behind = delaySeconds()
    const edge = hls?.liveSyncPosition
    if (video.paused || behind === null || behind < CATCH_UP_SECONDS || typeof edge !== 'number') return
    if (edge > video.currentTime + 1) video.currentTime = edge
  }

  const listeners: [keyof HTMLMediaElementEventMap, () => void][] = [
    ['playing', () => given.onState('playing')],
    ['waiting', () => given.onState('waiting')],
    ['timeupdate', catchUp],
    ['play', catchUp],
    [
      'error',
      () => {
        if (hls !== null || hasEnded) return
        if (quality === 'saver') leaveSaver()
        else given.onState('gone')
      },
    ],
  ]
  for (const [name, listen] of listeners) video.addEventListener(name, listen)
  load(mode)

  return {
    toLive() {
      const edge = hls?.liveSyncPosition
      if (mode === 'live' && typeof edge === 'number') video.currentTime = edge
      else load('live')
    },
    fromStart() {
      if (mode === 'past') video.currentTime = 0
      else load('past')
    },
    setQuality(wanted) {
      quality = wanted
      load(mode, video.currentTime)
    },
    delaySeconds,
    end() {
      hasEnded = true
      clearTimeout(again)
      hls?.destroy()
      for (const [name, listen] of listeners) video.removeEventListener(name, listen)
    },
  }
}

function saverPolicy({ default: usual }: LoadPolicy): LoadPolicy {
  return { default: { ...usual, errorRetry: SAVER_RETRY } }
}
