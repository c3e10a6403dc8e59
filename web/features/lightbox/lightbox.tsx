import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'

import type { Playback } from '#web/features/media/player/sources.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { openModally } from '#web/ui/open-dialogs.ts'

import { lightboxTexts as texts } from './messages.ts'
import { useZoom } from './use-zoom.ts'

export interface LightboxProps {
  pictures: readonly Playback[]
  /** The first one shown. */
  start: number
  /** What they are, read aloud; without it, those of a post. */
  label?: string
  onClose: () => void
}

/**
 * Pictures, one at a time, as large as the screen. Dark in both themes; its colours are no tokens, because those
 * are resolved for the whole document.
 */
export function Lightbox({ pictures, start, label = texts.label, onClose }: LightboxProps) {
  const dialogRef = useRef<HTMLDialogElement>(null)
  // Kept by id: a picture that becomes ready meanwhile may stand before it.
  const [shownId, setShownId] = useState(pictures[start]?._id)
  const index = pictures.findIndex(({ _id }) => _id === shownId)
  const picture = pictures[index]
  const isRtl = () => getComputedStyle(document.documentElement).direction === 'rtl'

  function turn(by: number) {
    setShownId((lastId) => {
      const last = pictures.findIndex(({ _id }) => _id === lastId)
      return pictures[(last + by + pictures.length) % pictures.length]?._id
    })
  }
  /** To what lies on that side of the screen. */
  function turnTo(side: 'left' | 'right') {
    turn((side === 'right') === isRtl() ? -1 : 1)
  }

  // Closing gives the focus back to the picture in the post.
  useLayoutEffect(() => (dialogRef.current ? openModally(dialogRef.current) : undefined), [])

  function press(event: KeyboardEvent) {
    if (event.key === 'ArrowLeft') turnTo('left')
    else if (event.key === 'ArrowRight') turnTo('right')
    else if (event.key === 'Home') setShownId(pictures[0]?._id)
    else if (event.key === 'End') setShownId(pictures.at(-1)?._id)
    else return
    event.preventDefault()
  }

  if (!picture) return null
  const { alt } = picture
  const isOne = pictures.length === 1
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys turn its pages, as its buttons do
    <dialog
      ref={dialogRef}
      aria-label={label}
      onKeyDown={press}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClose={onClose}
      className="fixed inset-0 m-0 flex size-full max-h-none max-w-none flex-col overflow-hidden bg-[oklch(0.118_0.008_120)] text-[white] backdrop:bg-[oklch(0.118_0.008_120)] [&_button]:text-[white] [&_button:focus-visible]:outline-[white] [&_button:hover]:bg-[oklch(1_0_0/0.15)]"
    >
      <div className="flex shrink-0 items-center justify-between p-2">
        <output aria-live="polite" className="px-3 text-sm tabular-nums">
          {isOne || texts.position(index + 1, pictures.length)}
          {alt !== '' && <span className="sr-only"> {alt}</span>}
        </output>
        <IconButton label={texts.close} icon={<X aria-hidden="true" />} onClick={onClose} />
      </div>
      <LargePicture
        key={picture._id}
        picture={picture}
        onSwipe={(side) => turnTo(side === 'left' ? 'right' : 'left')}
      />
      <div className="flex min-h-15 shrink-0 items-center justify-between gap-3 p-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]">
        {isOne || (
          <IconButton
            label={texts.previous}
            icon={<ChevronLeft aria-hidden="true" />}
            onClick={() => turn(-1)}
          />
        )}
        <p dir="auto" className="max-h-24 min-w-0 flex-1 overflow-y-auto text-center text-sm wrap-break-word">
          {alt}
        </p>
        {isOne || (
          <IconButton label={texts.next} icon={<ChevronRight aria-hidden="true" />} onClick={() => turn(1)} />
        )}
      </div>
    </dialog>
  )
}

function LargePicture({
  picture: { src, srcSet, alt, widthPx, heightPx },
  onSwipe,
}: {
  picture: Playback
  onSwipe: (towards: 'left' | 'right') => void
}) {
  const { zoom, handlers } = useZoom({ onSwipe })
  const [hasFailed, setHasFailed] = useState(false)
  return (
    <div
      {...handlers}
      className="relative grid min-h-0 flex-1 touch-none place-items-center overflow-hidden select-none"
    >
      {hasFailed ? (
        <p role="alert">{texts.notLoaded}</p>
      ) : (
        <img
          src={src ?? srcSet.at(-1)?.url}
          srcSet={srcSet.map(({ url, widthPx: width }) => `${url} ${width}w`).join(', ') || undefined}
          // Pinched, it needs more pixels than the screen has.
          sizes={zoom.scale > 1 ? '200vw' : '100vw'}
          alt={alt}
          width={widthPx ?? undefined}
          height={heightPx ?? undefined}
          draggable={false}
          onError={() => setHasFailed(true)}
          // Out of the flow: in it, a tall picture would make its room taller than the screen.
          className="absolute inset-0 size-full max-w-none object-contain"
          style={{ transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` }}
        />
      )}
    </div>
  )
}
