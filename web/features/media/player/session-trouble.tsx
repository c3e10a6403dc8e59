import type { MediumKind } from '#contract/media/rules.ts'

import { mediaTexts } from '../messages.ts'
import type { SessionState } from './player-session.ts'
import { WaysOn } from './ways-on.tsx'

/** Why something doesn't play, and what to do; nothing while all is well. */
export function SessionTrouble({
  kind,
  state,
  src,
  onRetry,
}: {
  kind: MediumKind
  state: SessionState
  /** Where the file is, or should be. */
  src: string | null
  onRetry: () => void
}) {
  if (state === 'well') return null
  return (
    <div className="flex flex-wrap items-center gap-3 px-4 py-2 text-base text-ink-soft sm:px-0">
      <p role="alert">{state === 'gone' ? mediaTexts.gone : mediaTexts.notLoaded[kind]}</p>
      {state === 'broken' && <WaysOn src={src} onRetry={onRetry} />}
    </div>
  )
}
