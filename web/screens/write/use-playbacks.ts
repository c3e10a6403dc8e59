import { useEffect, useState } from 'react'

import { getPlayback } from '#contract/media/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { call } from '#web/api/call.ts'

import type { MediaItem } from './media-items.ts'

type Playback = OutputOf<typeof getPlayback>

/** What has arrived of a draft's media, ready to be shown, in the draft's order. */
export function usePlaybacks(items: readonly MediaItem[]): Playback[] {
  const ids = items.flatMap(({ mediaId, state }) => (state === 'arrived' && mediaId ? [mediaId] : []))
  const [known, setKnown] = useState<readonly Playback[]>([])
  const asked = ids.join(' ')

  useEffect(() => {
    let isGone = false
    const wanted = asked === '' ? [] : asked.split(' ')
    async function load() {
      const all = await Promise.all(wanted.map((mediaId) => call(getPlayback, { mediaId }).catch(() => null)))
      if (!isGone) setKnown(all.filter((one) => one !== null))
    }
    void load()
    return () => {
      isGone = true
    }
  }, [asked])
  // Described a moment ago: the words are those of the page.
  const alts = new Map(items.map(({ mediaId, alt }) => [mediaId, alt]))
  return known.map((one) => ({ ...one, alt: alts.get(one._id) ?? one.alt }))
}
