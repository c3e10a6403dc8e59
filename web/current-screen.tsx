import { Suspense, useState } from 'react'

import { useViewer } from './api/session.ts'
import { usePageTitle } from './features/page-head/page-title.ts'
import { Frame } from './features/shell/frame.tsx'
import { findUrl, isSketched, notFound, redirectFor, sketch, type Url } from './routes.ts'
import { useLocation } from './routing/location.ts'
import { matchPath, ParamsContext, useParams } from './routing/match-path.ts'
import { Redirect } from './routing/redirect.tsx'
import { FullPageSpinner } from './ui/spinner.tsx'

/**
 * The screen at the current address. `isFirstPageMissing`: the server has already found that the address this page was
 * opened with belongs to no creator.
 */
export function CurrentScreen({ isFirstPageMissing }: { isFirstPageMissing: boolean }) {
  const place = useLocation()
  const viewer = useViewer()
  const url = findUrl(place.pathname)
  const redirect = viewer === 'unknown' ? null : redirectFor(place, viewer === 'member')
  const [firstKey] = useState(place.key)
  usePageTitle(url?.title ?? null)

  if (redirect) return <Redirect to={redirect} />
  // Only in the history entry the page was opened with, which after a reload is any; later the handle may be taken.
  const shown = isFirstPageMissing && place.key === firstKey ? null : url
  const isWaiting = isSketched(url, viewer)

  return (
    // One boundary around everything: during navigation the current page stays until the next one's chunk has loaded.
    <Suspense fallback={<FullPageSpinner />}>
      <Frame kind={shown?.frame ?? 'shell'}>
        <ParamsContext value={(shown && matchPath(shown.path, place.pathname)) ?? {}}>
          {isWaiting ? <Sketch of={shown} /> : <AtAddress url={shown} />}
        </ParamsContext>
      </Frame>
    </Suspense>
  )
}

function AtAddress({ url }: { url: Url | null }) {
  const { pageHandle, address = '' } = useParams()
  const { Screen } = url?.screen ?? notFound
  // Another handle, post or collection is another page: no state of the previous one is kept.
  return <Screen key={pageHandle && `${pageHandle}/${address}`.toLowerCase()} />
}

function Sketch({ of: url }: { of: Url | null }) {
  return <sketch.Screen title={url?.title ?? null} shape={url?.frame === 'entry' ? 'form' : 'rows'} />
}
