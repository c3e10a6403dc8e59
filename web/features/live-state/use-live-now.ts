import { listLiveNow } from '#contract/live/calls.ts'
import { useViewer } from '#web/api/session.ts'
import { useQuery } from '#web/api/use-query.ts'

/** Who is live now of those whom the viewer supports or follows; `useBellNews` keeps it up to date. */
export function useLiveNow() {
  return useQuery(listLiveNow, {}, { isEnabled: useViewer() === 'member' })
}
