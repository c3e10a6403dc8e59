import { Volume2, VolumeX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

import { IconButton } from '#web/ui/icon-button.tsx'

import { streamKeyTexts as texts } from './messages.ts'

/** What software sends while nobody else sees it: a few seconds, and then the newest few seconds. */
export function Clips({ url }: { url: string | null }) {
  const videoRef = useRef<HTMLVideoElement>(null)
  const [isMuted, setIsMuted] = useState(true)

  useEffect(() => {
    const video = videoRef.current
    if (!video || url === null) return undefined
    const show = () => {
      if (video.getAttribute('src') === url) return
      video.src = url
      video.play().catch(() => undefined)
    }
    // What is being shown is shown to its end.
    if (!video.hasAttribute('src') || video.ended || video.error) show()
    else video.addEventListener('ended', show)
    return () => video.removeEventListener('ended', show)
  }, [url])

  return (
    <div className="relative overflow-hidden rounded-card bg-stage">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what is sent at this moment has none */}
      <video
        ref={videoRef}
        aria-label={texts.clips}
        muted={isMuted}
        playsInline
        className="aspect-video max-h-[30dvh] w-full bg-stage"
      />
      {url === null ? (
        <p className="absolute inset-0 grid place-items-center px-4 text-center text-base text-stage-ink">
          {texts.clipsSoon}
        </p>
      ) : (
        <IconButton
          label={isMuted ? texts.hear : texts.hush}
          icon={isMuted ? <VolumeX /> : <Volume2 />}
          className="absolute end-2 bottom-2 bg-stage/70 text-stage-ink hover:bg-stage hover:text-stage-ink"
          onClick={() => setIsMuted((known) => !known)}
        />
      )}
    </div>
  )
}
