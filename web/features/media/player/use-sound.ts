import { type RefObject, useEffect, useState } from 'react'

import { findPosition, rememberPosition } from './positions.ts'
import type { Playback } from './sources.ts'

export const SKIP_SECONDS = 15

/** A recording as its controls see it: its position and the available actions. Remembers where it was stopped. */
export function useSound(audioRef: RefObject<HTMLAudioElement | null>, media: Playback) {
  const [second, setSecond] = useState(() => findPosition(media._id))
  const [durationSeconds, setDuration] = useState((media.durationMs ?? 0) / 1000)
  const [isPlaying, setIsPlaying] = useState(false)
  const [isWaiting, setIsWaiting] = useState(false)
  const [speed, setSpeed] = useState(1)
  const caption = useCaption(audioRef)

  useEffect(() => {
    const audio = audioRef.current
    if (!audio) return undefined
    const keep = () => rememberPosition(media._id, audio.currentTime, audio.duration)
    // Leaving the page doesn't pause; phones often drop it without an event.
    globalThis.addEventListener('pagehide', keep)
    return () => {
      globalThis.removeEventListener('pagehide', keep)
      if (!audio.paused) keep()
    }
  }, [audioRef, media._id])

  function seek(wanted: number) {
    const audio = audioRef.current
    const target = Math.min(Math.max(0, wanted), Math.max(0, durationSeconds - 0.5))
    setSecond(target)
    if (audio) audio.currentTime = target
  }

  return {
    second,
    durationSeconds,
    isPlaying,
    isWaiting,
    speed,
    caption,
    seek,
    setSpeed: (chosen: number) => {
      setSpeed(chosen)
      if (audioRef.current) audioRef.current.playbackRate = chosen
    },
    toggle: () => {
      const audio = audioRef.current
      if (!audio) return
      // A failure to play has its own event.
      if (audio.paused) audio.play().catch(() => undefined)
      else audio.pause()
    },
    listeners: {
      onLoadedMetadata: (event: { currentTarget: HTMLAudioElement }) => {
        const audio = event.currentTarget
        if (Number.isFinite(audio.duration)) setDuration(audio.duration)
        // On the first load and after every change of address: to the slider's position.
        if (audio.currentTime === 0 && second > 0) audio.currentTime = second
        audio.playbackRate = speed
      },
      onDurationChange: (event: { currentTarget: HTMLAudioElement }) => {
        if (Number.isFinite(event.currentTarget.duration)) setDuration(event.currentTarget.duration)
      },
      onTimeUpdate: (event: { currentTarget: HTMLAudioElement }) => {
        // While new addresses load it is at zero, which is no real position.
        if (event.currentTarget.readyState > 0) setSecond(event.currentTarget.currentTime)
      },
      onPlaying: () => setIsWaiting(false),
      onWaiting: () => setIsWaiting(true),
      onPlay: () => setIsPlaying(true),
      onPause: (event: { currentTarget: HTMLAudioElement }) => {
        setIsPlaying(false)
        setIsWaiting(false)
        const { currentTime, duration, readyState } = event.currentTarget
        if (readyState > 0) rememberPosition(media._id, currentTime, duration)
      },
      onEnded: () => setSecond(0),
    },
  }
}

/** The current caption line: browsers show none for sound alone. */
function useCaption(audioRef: RefObject<HTMLAudioElement | null>): string {
  const [caption, setCaption] = useState('')
  useEffect(() => {
    const track = firstTrack(audioRef.current)
    if (!track) return undefined
    const show = () => {
      const cues = Array.from(track.activeCues ?? [])
      setCaption(
        cues.map((cue) => (cue instanceof VTTCue ? cue.text.replace(/<[^<>]*>/g, '') : '')).join(' '),
      )
    }
    track.addEventListener('cuechange', show)
    return () => track.removeEventListener('cuechange', show)
  }, [audioRef])
  return caption
}

/** The first caption track, set to be tracked without being drawn. */
function firstTrack(audio: HTMLAudioElement | null): TextTrack | null {
  const track = audio?.textTracks[0] ?? null
  if (track) track.mode = 'hidden'
  return track
}
