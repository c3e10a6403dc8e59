import { lazyScreen } from '#web/features/shell/lazy-screen.tsx'

import type { PostMediaProps } from './post-media.tsx'

/** A post's picture, video or sound on its own: pages of words do without. */
export const mediaPart = lazyScreen<PostMediaProps>(
  async () => (await import('./post-media.tsx')).PostMedia,
  'features/media/post-media.tsx',
)
