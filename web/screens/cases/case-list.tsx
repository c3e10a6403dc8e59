import { ChevronRight, Scale } from 'lucide-react'

import { listOwnCases } from '#contract/enforcement/calls.ts'
import type { OwnCase } from '#contract/enforcement/routes.ts'
import { CASES_PER_PAGE } from '#contract/enforcement/rules.ts'
import { usePages } from '#web/api/use-pages.ts'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { dayText } from '#web/features/time/when-text.ts'

import { headingOf, stateOf } from './case-state.ts'
import { casesTexts as texts } from './messages.ts'

/** What was decided about the viewer. `about`: only about this item of theirs. */
export function CaseList({ about }: { about: string | null }) {
  const list = usePages(
    listOwnCases,
    { limit: CASES_PER_PAGE, ...(about !== null && { about }) },
    (rows) => rows,
  )
  const head = about !== null && (
    <p className="mb-4 text-base text-ink-soft">
      {texts.about}{' '}
      <Link to="/cases" className="rounded-small text-brand underline underline-offset-3">
        {texts.all}
      </Link>
    </p>
  )
  return (
    <PagedList
      list={list}
      texts={texts}
      empty={
        <>
          {head}
          <EmptyState icon={<Scale />} title={texts.none}>
            {texts.noneHelp}
          </EmptyState>
        </>
      }
    >
      {(rows) => (
        <>
          {head}
          <ul className="divide-y divide-line rounded-card border border-line bg-paper-raised">
            {rows.map((row) => (
              <CaseRow key={row._id} row={row} />
            ))}
          </ul>
        </>
      )}
    </PagedList>
  )
}

function CaseRow({ row }: { row: OwnCase }) {
  const { _id, number, decidedAt, item } = row
  const state = stateOf(row)
  return (
    <li className="relative flex items-center gap-3 px-4 py-4 transition-colors duration-120 first:rounded-t-card last:rounded-b-card hover:bg-wash sm:px-5">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <Link
            to={`/cases/${_id}`}
            className="font-semibold text-ink before:absolute before:inset-0 before:content-['']"
          >
            {headingOf(row)}
          </Link>
          <Badge tone={state.tone}>{state.label}</Badge>
        </div>
        {item !== '' && (
          <p dir="auto" className="mt-1 truncate text-base text-ink-soft">
            {item}
          </p>
        )}
        <p className="mt-1 text-sm text-ink-faint">{texts.meta(String(number), dayText(decidedAt))}</p>
      </div>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink-faint" />
    </li>
  )
}
