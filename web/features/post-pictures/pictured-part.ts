import { lazyScreen } from '#web/features/shell/lazy-screen.tsx'

import type { TextWithPicturesProps } from './text-with-pictures.tsx'

/** A text with pictures in it, in its own chunk: pages of plain texts don't load it. */
export const picturedPart = lazyScreen<TextWithPicturesProps>(
  async () => (await import('./text-with-pictures.tsx')).TextWithPictures,
  import.meta.env.SSR && 'features/post-pictures/text-with-pictures.tsx',
)
