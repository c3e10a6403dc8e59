import { CircleCheck } from 'lucide-react'

import { ProgressBar } from '#web/ui/progress-bar.tsx'

import { uploaderTexts as texts } from './messages.ts'
import type { Medium } from './use-attachment.ts'

/** The server's progress with an uploaded file, and whether it can be played already. */
export function PreparingLine({ medium }: { medium: Medium }) {
  const { state, progress, playsNatively, isConverted, kind, failure, note } = medium
  const isGaining = state === 'processing' || (progress < 100 && kind !== 'image')
  const text = state === 'processing' ? texts.preparing : isGaining ? texts.readyMore : texts.ready
  const isUnplayable = state === 'ready' && playsNatively === false && !isGaining && !isConverted
  return (
    <div>
      <output className="flex items-start gap-2 text-sm text-ink-soft">
        {state === 'ready' && <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-good" />}
        {text}
      </output>
      {isGaining && <ProgressBar className="mt-2" label={texts.preparingLabel} percent={progress} />}
      {failure !== null && <p className="mt-1 text-sm text-ink-soft">{failure}</p>}
      {note !== null && <p className="mt-1 text-sm text-ink-soft">{note}</p>}
      {isUnplayable && failure === null && <p className="mt-1 text-sm text-ink-soft">{texts.playsNowhere}</p>}
    </div>
  )
}
