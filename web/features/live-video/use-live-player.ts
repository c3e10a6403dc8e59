import { type RefObject, useEffect, useRef, useState } from 'react'

import { openPlayer } from '#contract/live/calls.ts'
import { call, CallError } from '#web/api/call.ts'
import { readQuality, useQuality } from '#web/features/media/player/quality.ts'
import type { Quality } from '#web/features/media/player/sources.ts'

import {
  type LivePlayback,
  type PlaybackMode,
  type PlaybackState,
  startLivePlayback,
} from './live-playback.ts'

/** `muted`: the browser lets it play without sound only; `blocked`: not at all before somebody presses. */
export type SoundState = 'heard' | 'muted' | 'blocked'

export interface Clock {
  second: number
  durationSeconds: number
  delaySeconds: number | null
}

const BEGINNING: Clock = { second: 0, durationSeconds: 0, delaySeconds: null }

/** A session's picture in an element, while it is shown. */
export function useLivePlayer(
  videoRef: RefObject<HTMLVideoElement | null>,
  liveSessionId: string,
  isOver: boolean,
) {
  const [state, setState] = useState<PlaybackState | 'failed' | 'nothing'>('loading')
  const [mode, setMode] = useState<PlaybackMode>(isOver ? 'past' : 'live')
  const [sound, setSound] = useState<SoundState>('heard')
  const [isMuted, setIsMuted] = useState(false)
  const [isPaused, setIsPaused] = useState(true)
  const [offered, setOffered] = useState<readonly Quality[]>(['auto'])
  const [chosen, choose] = useQuality()
  const [hasSaverFailed, setHasSaverFailed] = useState(false)
  const captions = useCaptions(videoRef)
  const [clock, setClock] = useState(BEGINNING)
  const playback = useRef<LivePlayback | null>(null)
  const openAgain = useRef<() => void>(ignore)

  useEffect(() => {
    const video = videoRef.current
    if (!video) return undefined
    const stop = new AbortController()
    const listeners: [keyof HTMLMediaElementEventMap, () => void][] = [
      ['play', () => setIsPaused(false)],
      ['pause', () => setIsPaused(true)],
      ['volumechange', () => setIsMuted(video.muted)],
      ['timeupdate', () => setClock(clockOf(video, playback.current))],
      ['durationchange', () => setClock(clockOf(video, playback.current))],
      ['canplay', () => void start(video).then((how) => how && setSound(how))],
    ]
    for (const [name, listen] of listeners) video.addEventListener(name, listen, { signal: stop.signal })
    async function open(element: HTMLVideoElement) {
      try {
        const opened = await call(openPlayer, { liveSessionId }, { signal: stop.signal })
        if (opened.isOver && opened.mime === null) {
          setState('nothing')
          return
        }
        const there = qualitiesOf(opened)
        setOffered(there)
        setHasSaverFailed(false)
        const started = await startLivePlayback(element, {
          quality: oneOf(there, readQuality()),
          hasCaptions: opened.hasCaptions,
          url: opened.url,
          mode: opened.isOver ? 'past' : 'live',
          onState: setState,
          onMode: setMode,
          onSaverFailed: () => setHasSaverFailed(true),
        })
        if (stop.signal.aborted) started.end()
        else playback.current = started
      } catch (error) {
        const isGone = error instanceof CallError && error.status === 404
        if (!stop.signal.aborted) setState(isGone ? 'nothing' : 'failed')
      }
    }
    void open(video)
    openAgain.current = () => {
      playback.current?.end()
      playback.current = null
      setState('loading')
      void open(video)
    }
    return () => {
      stop.abort()
      playback.current?.end()
      playback.current = null
    }
  }, [videoRef, liveSessionId])

  function toggle() {
    const video = videoRef.current
    if (!video) return
    if (!video.paused) video.pause()
    else video.play().then(() => setSound('heard'), ignore)
  }

  return {
    state,
    mode,
    sound,
    isMuted,
    isPaused,
    clock,
    captions,
    offered,
    quality: hasSaverFailed ? 'auto' : oneOf(offered, chosen),
    /** The whole picture is shown, although a small one was chosen. */
    hasSaverFailed,
    setQuality: (wanted: Quality) => {
      choose(wanted)
      setHasSaverFailed(false)
      playback.current?.setQuality(wanted)
    },
    toggle,
    toLive: () => {
      playback.current?.toLive()
      videoRef.current?.play().catch(ignore)
    },
    fromStart: () => {
      playback.current?.fromStart()
      videoRef.current?.play().catch(ignore)
    },
    seek: (second: number) => {
      if (videoRef.current) videoRef.current.currentTime = second
    },
    setMuted: (wanted: boolean) => {
      const video = videoRef.current
      if (!video) return
      video.muted = wanted
      setSound('heard')
      if (video.paused) video.play().catch(ignore)
    },
    reopen: () => openAgain.current(),
  }
}

/** With sound, where the browser allows it; else without. null: it plays already, or its viewer paused it. */
async function start(video: HTMLVideoElement): Promise<SoundState | null> {
  if (!video.paused || video.dataset['started'] === 'yes') return null
  video.dataset['started'] = 'yes'
  try {
    await video.play()
    return null
  } catch {
    // Not allowed before the page was pressed.
  }
  try {
    video.muted = true
    await video.play()
    return 'muted'
  } catch {
    video.muted = false
    return 'blocked'
  }
}

function clockOf(video: HTMLVideoElement, playback: LivePlayback | null): Clock {
  const { seekable, duration, currentTime } = video
  const end = Number.isFinite(duration)
    ? duration
    : seekable.length > 0
      ? seekable.end(seekable.length - 1)
      : currentTime
  return {
    second: currentTime,
    durationSeconds: end,
    delaySeconds: playback?.delaySeconds() ?? null,
  }
}

function qualitiesOf(opened: { mime: string | null; hasSmallPicture: boolean }): Quality[] {
  const hasSound = opened.mime?.includes(',') === true
  return [
    'auto',
    ...(opened.hasSmallPicture ? ['saver' as const] : []),
    ...(hasSound ? ['sound' as const] : []),
  ]
}

function oneOf(offered: readonly Quality[], wanted: Quality): Quality {
  return offered.includes(wanted) ? wanted : 'auto'
}

function ignore(): void {
  // A failure to play has its own event.
}

/** The closed captions that came with a picture, once some have: off until they are wanted. */
function useCaptions(videoRef: RefObject<HTMLVideoElement | null>) {
  const [areThere, setAreThere] = useState(false)
  const [areShown, setAreShown] = useState(false)

  useEffect(() => {
    const tracks = videoRef.current?.textTracks
    if (!tracks) return undefined
    const look = () => {
      const all = [...tracks].filter(({ kind }) => kind === 'captions' || kind === 'subtitles')
      setAreThere(all.length > 0)
      for (const [index, track] of all.entries()) track.mode = areShown && index === 0 ? 'showing' : 'hidden'
    }
    look()
    tracks.addEventListener('addtrack', look)
    return () => tracks.removeEventListener('addtrack', look)
  }, [videoRef, areShown])

  return { areThere, areShown, toggle: () => setAreShown((known) => !known) }
}
