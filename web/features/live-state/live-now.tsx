import { livePath } from '#contract/live/live-address.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Menu } from '#web/ui/menu.tsx'

import { LiveBar, LiveFace, LiveWords, LIVE_BAR } from './live-bar.tsx'
import { liveStateTexts as texts } from './messages.ts'
import { useLiveNow } from './use-live-now.ts'

const FACES_MAX = 3

/** One bar, however many are live; nothing while nobody is. */
export function LiveNow({
  className,
  onFollow,
}: {
  className?: string
  onFollow?: (() => void) | undefined
}) {
  const sessions = useLiveNow().data?.sessions ?? []
  const [first] = sessions
  if (!first) return null
  if (sessions.length === 1)
    return (
      <LiveBar
        page={first}
        title={first.title}
        to={livePath(first.pageHandle, first._id)}
        {...{ className, onFollow }}
      />
    )
  return (
    <Menu
      align="start"
      items={sessions.map(({ _id, title, pageHandle, pageName }) => ({
        id: _id,
        label: pageName,
        description: title,
        to: livePath(pageHandle, _id),
        ...(onFollow && { onSelect: onFollow }),
      }))}
      // oxlint-disable-next-line react/no-unstable-nested-components -- a render prop, not a component
      trigger={(trigger) => (
        <button type="button" {...trigger} className={classNames(LIVE_BAR, className)}>
          <span className="flex shrink-0 -space-x-1.5">
            {sessions.slice(0, FACES_MAX).map((session) => (
              <LiveFace key={session._id} page={session} />
            ))}
          </span>
          <LiveWords>{texts.areLive(sessions.map(({ pageName }) => pageName))}</LiveWords>
        </button>
      )}
    />
  )
}
