import { CircleCheck, CircleDashed, CircleEllipsis } from 'lucide-react'

import type { getMoneyChecks } from '#contract/console/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { When } from '#web/features/time/when.tsx'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'

import { moneyTexts as texts } from './messages.ts'

export type MoneyCheck = OutputOf<typeof getMoneyChecks>['checks'][number]

const LOOKS = {
  right: { tone: 'good', Icon: CircleCheck },
  unchecked: { tone: 'warn', Icon: CircleEllipsis },
  none: { tone: 'neutral', Icon: CircleDashed },
} as const satisfies Record<string, { tone: BadgeTone; Icon: typeof CircleCheck }>

/** A check with nothing wrong: what it holds, and when somebody looked. */
export function CheckRow({ check: { name, state, ...when } }: { check: MoneyCheck }) {
  if (state === 'wrong') return null
  const { tone, Icon } = LOOKS[state]
  const { title, rule } = texts.checks[name]
  return (
    <li className="px-4 py-4 sm:px-5">
      <div className="flex items-start justify-between gap-4">
        <h3 className="min-w-0 font-semibold">{title}</h3>
        <div className="shrink-0">
          <Badge tone={tone} icon={<Icon />}>
            {texts.states[state]}
          </Badge>
        </div>
      </div>
      <p className="mt-1 max-w-reading text-base text-ink-soft">{rule}</p>
      {state !== 'none' && <Looked {...when} />}
    </li>
  )
}

/** When it was looked at last, and when all there was had been. */
export function Looked({ checkedAt, wholeAt }: Pick<MoneyCheck, 'checkedAt' | 'wholeAt'>) {
  if (checkedAt === null) return null
  return (
    <dl className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-faint">
      <div className="flex gap-1.5">
        <dt>{texts.checkedAt}</dt>
        <dd>
          <When moment={checkedAt} />
        </dd>
      </div>
      <div className="flex gap-1.5">
        <dt>{texts.wholeAt}</dt>
        <dd>{wholeAt === null ? texts.notWhole : <When moment={wholeAt} />}</dd>
      </div>
    </dl>
  )
}
