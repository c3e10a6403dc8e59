import { Heart } from 'lucide-react'

import type { MemberState } from '#contract/analytics/member-routes.ts'
import { formatDollars } from '#contract/money.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorLine, ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { dayText } from '#web/features/time/when-text.ts'
import { type Amount, Money } from '#web/features/money/money.tsx'

import { type Member, STATE_TONES } from './member.ts'
import { membersTexts as texts } from './messages.ts'

export interface MemberRowsProps {
  list: {
    rows: readonly Member[] | undefined
    error: { message: string } | null
    isFetching: boolean
    refetch: () => void
    hasMore: boolean
    moreState: 'loading' | 'failed' | 'idle'
    showMore: () => void
  }
  state: MemberState | 'all'
  isFiltered: boolean
  onOpen: (id: string) => void
}

export function MemberRows({ list, state, isFiltered, onOpen }: MemberRowsProps) {
  if (!list.rows)
    return list.error ? (
      <ErrorState title={texts.failed} onRetry={list.refetch} isRetrying={list.isFetching}>
        {list.error.message}
      </ErrorState>
    ) : (
      <SkeletonList label={texts.loading} />
    )
  if (list.rows.length === 0)
    return (
      <EmptyState icon={<Heart />} title={isFiltered ? texts.none.found : texts.none[state]}>
        {isFiltered ? texts.none.foundHelp : state === 'all' ? texts.none.allHelp : null}
      </EmptyState>
    )
  const totals = list.rows.map(({ total, plan }) => ({ amount: total, currency: plan.currency }))
  return (
    <>
      <ul className="-mt-4 divide-y divide-line">
        {list.rows.map((member) => (
          <MemberRow key={member._id} {...{ member, totals, onOpen }} />
        ))}
      </ul>
      {list.hasMore && (
        <div className="flex flex-col items-center gap-3 border-t border-line pt-8">
          {list.moreState === 'failed' && <ErrorLine>{texts.moreFailed}</ErrorLine>}
          <Button isLoading={list.moreState === 'loading'} onClick={list.showMore}>
            {texts.showMore}
          </Button>
        </div>
      )}
    </>
  )
}

/** Who, on which plan, in which state, since when, and what they paid; the whole row opens the rest. */
function MemberRow({
  member,
  totals,
  onOpen,
}: {
  member: Member
  totals: readonly Amount[]
  onOpen: (id: string) => void
}) {
  const { plan, interval, state, since, months, total } = member
  const { name } = member.member
  return (
    <li>
      <button
        type="button"
        onClick={() => onOpen(member._id)}
        className="-mx-3 flex w-[calc(100%+1.5rem)] items-center gap-3 rounded-control px-3 py-4 text-start transition-colors duration-120 hover:bg-wash sm:gap-4"
      >
        <Avatar name={name} className="max-sm:size-10!" />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <span dir="auto" className="min-w-0 font-semibold wrap-anywhere">
              {name}
            </span>
            {state !== 'active' && (
              <Badge tone={STATE_TONES[state]} className="h-auto! min-h-6 [&>span]:whitespace-normal">
                {texts.state[state]}
              </Badge>
            )}
          </span>
          <span className="mt-0.5 flex flex-wrap gap-x-2 text-sm text-ink-faint">
            <span className="text-ink-soft">{plan.name}</span>
            <span aria-hidden="true">·</span>
            <span>{texts.price[interval](formatDollars(plan.price, plan.currency))}</span>
            <span aria-hidden="true" className="max-sm:hidden">
              ·
            </span>
            <span className="max-sm:hidden">{texts.since(dayText(since))}</span>
          </span>
        </span>
        <span className="max-w-2/5 shrink-0 text-end tabular-nums">
          <Money amount={total} currency={plan.currency} column={totals} className="block font-semibold" />
          <span className="block text-sm text-ink-faint">{texts.months(months)}</span>
        </span>
      </button>
    </li>
  )
}
