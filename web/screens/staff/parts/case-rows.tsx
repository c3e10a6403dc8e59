import type { getPerson } from '#contract/console/calls.ts'
import { formatDay } from '#contract/dates.ts'
import { enforcementMessages } from '#contract/enforcement/messages.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { Badge } from '#web/ui/badge.tsx'

import { usePermit } from '../rights.ts'
import { None } from './facts.tsx'
import { partTexts as texts } from './messages.ts'
import { Row, Rows } from './rows.tsx'

/** Cases about a person or a page; they lead on for whoever decides cases. */
export function CaseRows({ cases, none }: { cases: OutputOf<typeof getPerson>['cases']; none: string }) {
  const mayOpen = usePermit('cases') !== null
  if (cases.length === 0) return <None>{none}</None>
  return (
    <Rows>
      {cases.map(({ _id, number, kind, reason, state, measure, openedAt }) => (
        <Row
          key={_id}
          to={mayOpen ? `/staff/cases/${_id}` : null}
          title={texts.caseTitle(String(number), enforcementMessages.kinds[kind])}
          badges={
            state === 'open' ? (
              <Badge tone="warn">{texts.caseOpen}</Badge>
            ) : (
              measure !== null && <Badge>{enforcementMessages.measures[measure]}</Badge>
            )
          }
          meta={texts.caseMeta(enforcementMessages.reasons[reason], formatDay(openedAt))}
        />
      ))}
    </Rows>
  )
}
