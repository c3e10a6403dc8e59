import { type ReactNode, useState } from 'react'

import { BANNER_WIDTH_PX, SMALL_PICTURE_WIDTH_PX, smallPictureOf } from '#contract/media/picture-sizes.ts'
import { avatarTintClassName } from '#web/ui/avatar-tint.ts'
import { classNames } from '#web/ui/class-names.ts'

export type CreatorBannerProps = {
  handle: string
  image: string | null
  /** Its words. */
  children: ReactNode[]
}

/**
 * A phone gets half the width, a fifth of the bytes: it is the largest thing that the page paints. Four to one in a box of
 * three to one there, and never wider than the page's column.
 */
function widthsOf(image: string): string | undefined {
  const small = smallPictureOf(image)
  return small ? `${small} ${SMALL_PICTURE_WIDTH_PX}w, ${image} ${BANNER_WIDTH_PX}w` : undefined
}

/** The wide picture with its text; without a picture a soft tint derived from the handle. */
export function CreatorBanner({ handle, image, children }: CreatorBannerProps) {
  const [failedImage, setFailedImage] = useState<string | null>(null)
  const hasImage = image && image !== failedImage
  return (
    <div
      className={classNames(
        // The ratio is a minimum height: long text makes the banner taller instead of overflowing.
        'tint relative -mx-4 flex aspect-[3/1] flex-col justify-end sm:mx-0 sm:aspect-[4/1] sm:rounded-card',
        avatarTintClassName(handle),
      )}
    >
      {hasImage ? (
        // Cropped four to one from the middle, as the server does, so a picture just picked looks the same once saved.
        <div className="absolute inset-0 sm:rounded-card overflow-hidden">
          <img
            ref={(element) => {
              if (element?.complete && !element.naturalWidth) setFailedImage(image)
            }}
            srcSet={widthsOf(image)}
            sizes="min(134vw,1120px)"
            src={image}
            alt=""
            fetchPriority="high"
            onError={() => setFailedImage(image)}
            className="absolute inset-y-0 -inset-x-full mx-auto aspect-[4/1] h-full max-w-none min-w-full object-cover"
          />
        </div>
      ) : (
        <div className="absolute inset-0 sm:rounded-card soft-light" />
      )}
      {children.some(Boolean) && (
        <div
          className={classNames(
            'relative pb-3 pe-4 ps-32 pt-8 sm:rounded-card sm:pb-6 sm:pe-8 sm:ps-44 sm:pt-14',
            // Only as high as its words: above them the picture is left alone.
            hasImage && 'words-on-picture',
          )}
        >
          {children}
        </div>
      )}
    </div>
  )
}
