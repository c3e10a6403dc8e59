import { useRef, useState } from 'react'

import { OnceHydrated } from '#web/features/form/once-hydrated.tsx'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'

import { toTheEdges } from '../placement.ts'
import { type Playback, qualitiesOf, sourcesOf } from './sources.ts'

// Videos play without it; its additions load after the page.
const VideoSession = lazyPart(async () => (await import('./video-session.tsx')).VideoSession)

/** A video in the browser's own player. */
export function Video({ media, label }: { media: Playback; label: string }) {
  const videoRef = useRef<HTMLVideoElement>(null)
  // The initial sources. Later addresses are set by the session, which knows the position.
  const [first] = useState(media)
  const hasChoice = qualitiesOf(media).length > 1
  return (
    // An unplayable video is hidden until it can be played.
    <div className={`${toTheEdges} has-[[role=alert]]:[&>video]:hidden`}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- captions are the creator's to add */}
      <video
        ref={videoRef}
        aria-label={label}
        controls
        playsInline
        preload="none"
        poster={first.poster ?? undefined}
        width={first.widthPx ?? 16}
        height={first.heightPx ?? 9}
        className="block h-auto max-h-[80dvh] w-full bg-stage sm:rounded-control"
      >
        {sourcesOf(first, 'auto').map(({ url, type }) => (
          <source key={url} src={url} type={type ?? undefined} />
        ))}
        {first.captions.map(({ language, label: name, url }) => (
          <track key={language} kind="captions" srcLang={language} label={name} src={url} />
        ))}
      </video>
      {/* Its row is there before the choice is, so nothing moves. */}
      <div className={hasChoice ? 'min-h-11 px-4 sm:px-0' : undefined}>
        <OnceHydrated>
          <VideoSession videoRef={videoRef} media={media} />
        </OnceHydrated>
      </div>
    </div>
  )
}
