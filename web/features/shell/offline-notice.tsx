import { useIsOnline } from '#web/api/online.ts'

import { shellTexts as texts } from './messages.ts'

/** Says at the foot of every page that there is no line, for as long as there is none. */
export function OfflineNotice() {
  const isOnline = useIsOnline()
  return (
    // Always there: a region that is made together with its words is not read aloud.
    <output className="pointer-events-none fixed inset-x-0 bottom-0 z-40 flex justify-center">
      {!isOnline && (
        <span className="pointer-events-auto bg-ink text-center px-4 py-2.5 text-sm font-medium text-paper max-sm:w-full max-sm:pb-[max(0.625rem,env(safe-area-inset-bottom))] sm:mb-4 sm:rounded-full sm:px-5 sm:shadow-float">
          {texts.offline.notice}
        </span>
      )}
    </output>
  )
}
