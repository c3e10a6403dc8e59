import { Minus, Plus } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'

import { mediaMessages } from '#contract/media/messages.ts'
import { PICTURE_MAX_PIXELS, PICTURE_MAX_SIDE_PX } from '#contract/media/rules.ts'
import { pictureFault } from '#web/features/uploader/file-kinds.ts'
import { avatarTintClassName } from '#web/ui/avatar-tint.ts'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

import { cropOf, isSmall, type Size, type View, zoomMax } from './crop-view.ts'
import { cropTexts as texts } from './crop-messages.ts'
import { cutOut, type PickedPicture } from './picked-picture.ts'
import { useCrop } from './use-crop.ts'

const ZOOM_STEP = 1.25
/** Types that may hold moving pictures. */
const MAY_MOVE: ReadonlySet<string> = new Set(['image/gif', 'image/webp', 'image/avif'])

export type CropDialogProps = {
  label: string
  file: File
  /** How it was chosen before. */
  start: View | null
  shape: Size
  isRound: boolean
  /** Whose tint is seen through a transparent picture, as on the page. */
  tint: string
  onClose: () => void
  onDone: (picked: PickedPicture) => void
}

/** Chooses the part of a picture that is kept: what is in the frame, and nothing else. */
export function CropDialog({ label, file, start, shape, isRound, tint, onClose, onDone }: CropDialogProps) {
  const imageRef = useRef<HTMLImageElement>(null)
  useShownIn(imageRef, file)
  const [picture, setPicture] = useState<Size | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const { view, frameRef, zoomTo, reset, handlers } = useCrop({ picture, shape, start })
  const crop = picture && cropOf(view, picture, shape)
  const max = picture ? zoomMax(picture, shape) : 1
  const percent = Math.round(view.zoom * 100)

  async function finish() {
    if (!crop || !imageRef.current) return
    const part = await cutOut(imageRef.current, crop, shape)
    if (part) onDone({ file, crop, view, url: URL.createObjectURL(part) })
    else setFault(mediaMessages.notReadable)
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={texts.title(label)}
      description={fault === null ? texts.how : undefined}
      size={isRound ? 'medium' : 'large'}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button variant="primary" disabled={!crop || fault !== null} onClick={() => void finish()}>
            {texts.use}
          </Button>
        </>
      }
    >
      {fault !== null ? (
        <FormError>{fault}</FormError>
      ) : (
        <>
          <div className="grid place-items-center rounded-card bg-wash p-3 sm:p-4">
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- moved by arrow keys, as its name says */}
            <div
              ref={frameRef}
              role="application"
              aria-label={texts.frame(label)}
              aria-roledescription={texts.frameKind}
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- moved by arrow keys, as its name says
              tabIndex={0}
              data-autofocus
              {...handlers}
              style={{ aspectRatio: `${shape.widthPx} / ${shape.heightPx}` }}
              className={classNames(
                'tint relative w-full cursor-grab touch-none overflow-hidden select-none active:cursor-grabbing',
                avatarTintClassName(tint),
                isRound ? 'max-w-[min(20rem,45dvh)] rounded-full' : 'rounded-control',
              )}
            >
              {!picture && <Skeleton className="absolute inset-0 size-full" />}
              <img
                ref={imageRef}
                alt=""
                draggable={false}
                onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
                  const tooLarge = faultOf({ widthPx: naturalWidth, heightPx: naturalHeight })
                  if (tooLarge !== null) setFault(tooLarge)
                  else setPicture({ widthPx: naturalWidth, heightPx: naturalHeight })
                }}
                onError={() => void pictureFault(file).then(setFault)}
                className={classNames('pointer-events-none absolute max-w-none', !picture && 'opacity-0')}
                style={
                  crop
                    ? {
                        width: `${100 / crop.width}%`,
                        height: `${100 / crop.height}%`,
                        left: `${(-crop.left / crop.width) * 100}%`,
                        top: `${(-crop.top / crop.height) * 100}%`,
                      }
                    : undefined
                }
              />
              {!isRound && <PhoneLines />}
            </div>
          </div>
          <div className="mt-4 flex items-center gap-2">
            <IconButton
              label={texts.zoomOut}
              icon={<Minus aria-hidden="true" />}
              disabled={max <= 1}
              onClick={() => zoomTo(view.zoom / ZOOM_STEP)}
            />
            <input
              type="range"
              aria-label={texts.zoom}
              aria-valuetext={texts.percent(percent)}
              min={100}
              max={Math.max(101, Math.round(max * 100))}
              step={1}
              value={percent}
              disabled={max <= 1}
              // Enter would send the form around the dialog.
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
              onChange={(event) => zoomTo(event.target.valueAsNumber / 100)}
              className="h-11 min-w-0 flex-1 accent-brand disabled:opacity-50"
            />
            <IconButton
              label={texts.zoomIn}
              icon={<Plus aria-hidden="true" />}
              disabled={max <= 1}
              onClick={() => zoomTo(view.zoom * ZOOM_STEP)}
            />
            <Button size="small" variant="quiet" disabled={!picture} onClick={reset}>
              {texts.reset}
            </Button>
          </div>
          <output aria-live="polite" className="sr-only">
            {crop && texts.place(percent, placeOf(crop.left, crop.width), placeOf(crop.top, crop.height))}
          </output>
          <ul className="mt-2 space-y-1 text-sm text-ink-soft empty:hidden">
            {!isRound && <li>{texts.phones}</li>}
            {picture && isSmall(picture, shape) && (
              <li>{texts.small(Math.ceil(shape.widthPx / 2), Math.ceil(shape.heightPx / 2))}</li>
            )}
            {MAY_MOVE.has(file.type) && <li>{texts.stands}</li>}
          </ul>
        </>
      )}
    </Dialog>
  )
}

/** Phones show the middle three quarters of a banner: see CreatorBanner. */
function PhoneLines() {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-y-0 inset-x-[12.5%] border-x border-dashed border-[white] mix-blend-difference"
    />
  )
}

function faultOf({ widthPx, heightPx }: Size): string | null {
  if (widthPx === 0 || heightPx === 0) return mediaMessages.notAnImage
  if (Math.max(widthPx, heightPx) > PICTURE_MAX_SIDE_PX) return mediaMessages.sideTooLong
  return widthPx * heightPx > PICTURE_MAX_PIXELS ? mediaMessages.tooManyPixels : null
}

/** Where a part lies along a side, in percent of the way it can go. */
function placeOf(start: number, length: number): number {
  return length >= 1 ? 50 : Math.round((start / (1 - length)) * 100)
}

/** Shows a file in an image, by an address that lives as long as that. */
function useShownIn(imageRef: RefObject<HTMLImageElement | null>, file: File): void {
  useEffect(() => {
    const address = URL.createObjectURL(file)
    if (imageRef.current) imageRef.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [imageRef, file])
}
