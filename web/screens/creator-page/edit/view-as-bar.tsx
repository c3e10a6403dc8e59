import { useEffect, useRef } from 'react'

import type { Plan } from '#web/features/plan-cards/plan-price.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'

import type { ViewAs } from '../posts/creator-posts.ts'
import { editTexts } from './messages.ts'

const texts = editTexts.viewAs

/** Above the page while its owner sees it as somebody else does. */
export function ViewAsBar({
  viewAs,
  plans,
  onChange,
}: {
  viewAs: ViewAs
  plans: readonly Plan[]
  /** null: back to what its owner sees. */
  onChange: (viewAs: ViewAs | null) => void
}) {
  const barRef = useRef<HTMLElement>(null)
  // The button that began it is gone.
  useEffect(() => barRef.current?.querySelector('select')?.focus(), [])
  return (
    <section
      ref={barRef}
      aria-label={texts.title}
      className="sticky top-(--top-bar) z-10 -mx-4 flex min-h-16 flex-wrap items-center justify-between gap-x-3 border-b border-champagne-line bg-champagne px-4 py-2 sm:-mx-6 sm:-mt-6 sm:mb-6 sm:px-6 lg:top-0"
    >
      <div className="flex min-w-0 items-center gap-3">
        <span aria-hidden="true" className="shrink-0 font-medium max-sm:hidden">
          {texts.title}
        </span>
        <Select
          label={texts.title}
          isLabelHidden
          value={viewAs.planId ?? ''}
          options={[
            { value: '', label: texts.visitor },
            ...plans.map(({ _id, name }) => ({ value: _id, label: texts.member(name) })),
          ]}
          onChange={({ target: { value } }) => onChange({ planId: value === '' ? null : value })}
        />
      </div>
      <Button onClick={() => onChange(null)}>{texts.back}</Button>
    </section>
  )
}
