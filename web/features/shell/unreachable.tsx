import { ErrorState } from '#web/ui/error-state.tsx'

import { shellTexts as texts } from './messages.ts'

/** In place of a page whose code failed to load; the page itself appears once the connection is back. */
export function Unreachable({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="mx-auto w-full max-w-app px-4 py-16 sm:px-6">
      <ErrorState title={texts.offline.title} onRetry={onRetry}>
        {texts.offline.opensByItself}
      </ErrorState>
    </div>
  )
}
