import { lazyScreen } from '#web/features/shell/lazy-screen.tsx'

import type { PostMediaProps } from './post-media.tsx'

/** A post's picture, video or sound in its own chunk: text-only pages don't load it. */
export const mediaPart = lazyScreen<PostMediaProps>(
  async () => (await import('./post-media.tsx')).PostMedia,
  import.meta.env.SSR && 'features/media/post-media.tsx',
)
