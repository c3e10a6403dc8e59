import { Scale } from 'lucide-react'

import { listCases } from '#contract/enforcement/calls.ts'
import { useQuery } from '#web/api/queries.ts'

import { allAtOnce, Queues, StaffList, StaffPlace } from '../parts/list.tsx'
import { CaseRow } from './case-row.tsx'
import { staffCaseTexts as texts } from './messages.ts'

const QUEUES = ['open', 'appealed', 'fixed', 'decided'] as const
/** As many as the call answers with. */
const CASES_SHOWN = 100

/** What was reported, those due first. */
export function Cases() {
  return (
    <StaffPlace title={texts.title}>
      <Queues values={QUEUES} texts={texts.queues}>
        {(queue) => <Queue queue={queue} />}
      </Queues>
    </StaffPlace>
  )
}

function Queue({ queue }: { queue: (typeof QUEUES)[number] }) {
  const list = allAtOnce(useQuery(listCases, { queue, limit: CASES_SHOWN }))
  return (
    <StaffList list={list} empty={{ icon: <Scale />, title: texts.none[queue] }}>
      {(row) => <CaseRow row={row} />}
    </StaffList>
  )
}
