import { useIsOnline } from '#web/api/online.ts'

import { shellTexts as texts } from './messages.ts'

/** A notice at the foot of every page for as long as there is no connection. */
export function OfflineNotice() {
  const isOnline = useIsOnline()
  return (
    // Always rendered: a live region created together with its text isn't read aloud.
    <output className="pointer-events-none fixed inset-x-0 bottom-(--bottom-bar) z-40 flex justify-center">
      {!isOnline && (
        <span className="pointer-events-auto bg-ink text-center px-4 py-2.5 text-sm font-medium text-paper max-sm:w-full max-sm:pb-[max(0.625rem,env(safe-area-inset-bottom))] sm:mb-4 sm:rounded-full sm:px-5 sm:shadow-float">
          {texts.offline.notice}
        </span>
      )}
    </output>
  )
}
