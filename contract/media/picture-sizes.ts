/* Pictures of people and pages: twice the size they are shown at, for dense screens. */
export const PROFILE_IMAGE_SIZE = { widthPx: 256, heightPx: 256 } as const
export const BANNER_WIDTH_PX = 2240
export const BANNER_IMAGE_SIZE = { widthPx: BANNER_WIDTH_PX, heightPx: 560 } as const
/** The same banner for small screens: on a phone of twice the density. */
export const SMALL_PICTURE_WIDTH_PX = 1120

/**
 * Wide pictures are stored twice, and the one for small screens beside the other: the key or address of that, from those of
 * the whole one; null for a picture that isn't stored here, such as one that was only just picked.
 */
export function smallPictureOf(keyOrUrl: string): string | null {
  return keyOrUrl.includes('images/') ? keyOrUrl.replace('.webp', '-small.webp') : null
}

/** The other way round; the key or address itself where it is no small one's. */
export function wholePictureOf(keyOrUrl: string): string {
  return keyOrUrl.replace('-small.webp', '.webp')
}
