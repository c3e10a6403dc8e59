import type { MediumKind } from '#contract/media/rules.ts'
import { Button } from '#web/ui/button.tsx'

import { mediaTexts } from './messages.ts'
import type { SessionState } from './player-session.ts'

/** Why something does not play, and the way on; nothing while all is well. */
export function SessionTrouble({
  kind,
  state,
  onRetry,
}: {
  kind: MediumKind
  state: SessionState
  onRetry: () => void
}) {
  if (state === 'well') return null
  return (
    <div className="flex flex-wrap items-center gap-3 px-4 py-2 text-base text-ink-soft sm:px-0">
      <p role="alert">{state === 'gone' ? mediaTexts.gone : mediaTexts.notLoaded[kind]}</p>
      {state === 'broken' && (
        <Button size="small" onClick={onRetry}>
          {mediaTexts.tryAgain}
        </Button>
      )}
    </div>
  )
}
