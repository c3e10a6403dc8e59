import type { OwnCase } from '#contract/enforcement/routes.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'

import { casesTexts } from './messages.ts'

const texts = casesTexts.states

/** Whether a moment is over. */
export function isOver(moment: string): boolean {
  return Date.parse(moment) < Date.now()
}

/** What was decided, as a heading. */
export function headingOf({ kind, measure }: Pick<OwnCase, 'kind' | 'measure'>): string {
  return measure === 'none' || measure === 'hide' || measure === 'remove'
    ? casesTexts.headings[kind][measure]
    : casesTexts.limits[measure]
}

/** Where a decision stands, in a word. */
export function stateOf({ measure, liftedAt, liftedBecause, appeal }: OwnCase): {
  label: string
  tone: BadgeTone
} {
  if (measure === 'none') return { label: texts.cleared, tone: 'good' }
  if (liftedBecause === 'over') return { label: texts.ended, tone: 'neutral' }
  if (liftedAt !== null) return { label: texts.lifted, tone: 'good' }
  if (appeal?.outcome === 'upheld') return { label: texts.upheld, tone: 'neutral' }
  return appeal ? { label: texts.appealed, tone: 'info' } : { label: texts.standing, tone: 'warn' }
}
