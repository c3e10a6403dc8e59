import { useState } from 'react'

import { usePageConfig } from '#web/page-data.tsx'

import { videoSource } from './video-source.ts'

export type PostMediaProps = {
  image: string | null
  video: string | null
  audio: string | null
  /** Whose it is, for the media's names. */
  pageName: string
}

/** A post's image, video and audio; each is left out when there is none or it does not load. */
export function PostMedia({ image, video, audio, pageName }: PostMediaProps) {
  return (
    <>
      {image && <Picture key={image} src={image} alt={`Picture in a post by ${pageName}`} />}
      {video && <Video key={video} url={video} label={`Video in a post by ${pageName}`} />}
      {audio && <Audio key={audio} src={audio} label={`Audio in a post by ${pageName}`} />}
    </>
  )
}

const toTheEdges = '-mx-4 mt-4 sm:mx-0'
const rounded = 'w-full bg-wash sm:rounded-control'

function Picture({ src, alt }: { src: string; alt: string }) {
  const [hasFailed, setHasFailed] = useState(false)
  const [isLoaded, setIsLoaded] = useState(false)
  if (hasFailed) return null
  return (
    <div className={toTheEdges}>
      <img
        // What failed before hydration fires no event any more: ask it.
        ref={(element) => {
          if (!element?.complete) return
          if (element.naturalWidth === 0) setHasFailed(true)
          else setIsLoaded(true)
        }}
        src={src}
        alt={alt}
        loading="lazy"
        decoding="async"
        onLoad={() => setIsLoaded(true)}
        onError={() => setHasFailed(true)}
        // Until its size is known, the room that most pictures need.
        className={`${rounded} max-h-[80dvh] object-contain ${isLoaded ? 'h-auto' : 'aspect-[3/2]'}`}
      />
    </div>
  )
}

function Video({ url, label }: { url: string; label: string }) {
  const { publicUrl } = usePageConfig()
  const [hasFailed, setHasFailed] = useState(false)
  const { kind, src } = videoSource(url, new URL(publicUrl).hostname)
  if (hasFailed) return null
  return (
    <div className={toTheEdges}>
      {kind === 'frame' ? (
        <iframe
          src={src}
          title={label}
          loading="lazy"
          allow="encrypted-media; fullscreen; picture-in-picture"
          // Players of other origins need their own scripts and storage; neither our page nor top navigation.
          // oxlint-disable-next-line react/iframe-missing-sandbox -- unsafe only for pages of our own origin
          sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
          referrerPolicy="strict-origin-when-cross-origin"
          className={`${rounded} aspect-video border-0`}
        />
      ) : (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- creators upload no caption files
        <video
          ref={(element) => {
            if (element?.error || element?.networkState === HTMLMediaElement.NETWORK_NO_SOURCE)
              setHasFailed(true)
          }}
          src={src}
          aria-label={label}
          controls
          playsInline
          preload="metadata"
          onError={() => setHasFailed(true)}
          className={`${rounded} aspect-video`}
        />
      )}
    </div>
  )
}

function Audio({ src, label }: { src: string; label: string }) {
  const [hasFailed, setHasFailed] = useState(false)
  if (hasFailed) return null
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- creators upload no caption files
    <audio
      ref={(element) => {
        if (element?.error) setHasFailed(true)
      }}
      src={src}
      aria-label={label}
      controls
      preload="metadata"
      onError={() => setHasFailed(true)}
      className="mt-4 w-full"
    />
  )
}
