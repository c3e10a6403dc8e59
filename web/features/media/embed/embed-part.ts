import { lazyScreen } from '#web/features/shell/lazy-screen.tsx'

import type { EmbedFrameProps } from './embed-frame.tsx'

/** The frame in its own chunk: few posts have one. */
export const embedPart = lazyScreen<EmbedFrameProps>(
  async () => (await import('./embed-frame.tsx')).EmbedFrame,
  import.meta.env.SSR && 'features/media/embed/embed-frame.tsx',
)
