import { Pause, Play } from 'lucide-react'
import { useEffect, useState } from 'react'

import dayUrl from '#web/features/hero-scenes/hero-day.svg'
import duskUrl from '#web/features/hero-scenes/hero-dusk.svg'
import nightUrl from '#web/features/hero-scenes/hero-night.svg'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

import { homeTexts } from './messages.ts'

const PICTURES = [dayUrl, duskUrl, nightUrl]
const ROTATE_AFTER_MS = 5000

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'

/**
 * One evening in three pictures, each fading into the next. It stays still without JavaScript, and for readers who
 * prefer less motion until they start it.
 */
export function Backdrop() {
  const [shown, setShown] = useState(0)
  // null: not known yet. The server renders only the first picture, so nobody loads three before reading.
  const [isMoving, setIsMoving] = useState<boolean | null>(null)

  useEffect(() => {
    const reduced = window.matchMedia(REDUCED_MOTION)
    const follow = () => setIsMoving(!reduced.matches)
    follow()
    reduced.addEventListener('change', follow)
    return () => reduced.removeEventListener('change', follow)
  }, [])

  useEffect(() => {
    if (!isMoving) return undefined
    const timer = setInterval(() => setShown((last) => (last + 1) % PICTURES.length), ROTATE_AFTER_MS)
    return () => clearInterval(timer)
  }, [isMoving])

  const loaded = isMoving === null ? PICTURES.slice(0, 1) : PICTURES
  return (
    <>
      <div className="absolute inset-0 -z-10" data-shown={shown}>
        {loaded.map((url, index) => (
          <img
            key={url}
            src={url}
            alt=""
            width={1600}
            height={1000}
            fetchPriority={index === 0 ? 'high' : 'low'}
            className={classNames(
              'absolute inset-0 size-full object-cover object-[85%_100%] transition-opacity duration-1000 lg:object-bottom rtl:-scale-x-100',
              index === shown ? 'opacity-100' : 'opacity-0',
            )}
          />
        ))}
        <div className="absolute inset-0 bg-linear-to-b from-scrim/60 via-scrim/15 via-55% to-transparent lg:bg-linear-to-r lg:from-scrim rtl:lg:bg-linear-to-l lg:via-scrim/85 lg:via-45% lg:to-75%" />
      </div>
      {isMoving !== null && (
        <IconButton
          label={isMoving ? homeTexts.pauseBackground : homeTexts.playBackground}
          icon={isMoving ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
          variant="outlined"
          onClick={() => setIsMoving(!isMoving)}
          className="absolute! end-4 bottom-4 sm:end-6"
        />
      )}
    </>
  )
}
