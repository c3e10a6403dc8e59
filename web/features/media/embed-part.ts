import { lazyScreen } from '#web/features/shell/lazy-screen.tsx'

import type { EmbedFrameProps } from './embed-frame.tsx'

/** The frame on its own: few posts have one. It is in the server's HTML, and hydrating waits for it (web/main.tsx). */
export const embedPart = lazyScreen<EmbedFrameProps>(
  async () => (await import('./embed-frame.tsx')).EmbedFrame,
)

/** What stands as `data-part` around it. */
export const EMBED_MARK = 'embed'
