import { createContext } from 'react'

import type { OutputOf } from '#contract/http/route.ts'
import { getDownload, getPlayback } from '#contract/media/calls.ts'
import { call } from '#web/api/call.ts'

/** Where new addresses of media come from once the old ones have expired. */
export interface Addresses {
  playback: (mediaId: string) => Promise<OutputOf<typeof getPlayback>>
  download: (mediaId: string) => Promise<Pick<OutputOf<typeof getDownload>, 'url'>>
  /** The viewer's own right to them is what counts, and that they use it. Not where a preview link opens them. */
  areViewers: boolean
}

/** Those of the viewer; a page behind a preview link gives others. */
export const AddressesContext = createContext<Addresses>({
  playback: (mediaId) => call(getPlayback, { mediaId }),
  download: (mediaId) => call(getDownload, { mediaId }),
  areViewers: true,
})
