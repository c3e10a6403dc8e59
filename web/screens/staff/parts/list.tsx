import { ChevronRight, Search } from 'lucide-react'
import { Fragment, type ReactNode, useState } from 'react'

import { columnFormat } from '#contract/money.ts'
import { useSettled } from '#web/features/search-field/use-settled.ts'
import { useSearchParams } from '#web/routing/location.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { PagedList, type PagedRows } from '#web/ui/paged-list.tsx'
import { Select } from '#web/ui/select.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { partTexts } from './messages.ts'

/** The measure of a place of the console: tables need more than what people read. */
export const PLACE = 'mx-auto w-full max-w-app px-4 py-8 sm:px-6 lg:px-10 lg:py-10'

/** A place of the console that shows many things. */
export function StaffPlace(props: { title: string; subtitle?: string; children: ReactNode }) {
  const { title, subtitle, children } = props
  return (
    <div className={PLACE}>
      <PageHeader title={title} subtitle={subtitle} />
      <div className="mt-6">{children}</div>
    </div>
  )
}

interface QueuesProps<Queue extends string> {
  values: readonly [Queue, ...Queue[]]
  texts: Readonly<Record<Queue | 'label', string>>
  children: (queue: Queue) => ReactNode
}

/** Lists of one kind, of which one is shown: the one that the address names, or the first. */
export function Queues<Queue extends string>({ values, texts, children }: QueuesProps<Queue>) {
  const asked = useSearchParams().get('queue')
  const [chosen, setChosen] = useState<string | null>(asked)
  const queue = values.find((each) => each === chosen) ?? values[0]
  return (
    <Tabs
      label={texts.label}
      value={queue}
      onChange={setChosen}
      tabs={values.map((value) => ({ value, label: texts[value], panel: children(value) }))}
    />
  )
}

interface SearchedProps<Filter extends string> {
  search: { label: string; placeholder: string }
  filter?: { label: string; values: readonly Filter[]; texts: Readonly<Record<Filter, string>> } | undefined
  /** What the filter begins with. */
  asked?: string | null
  /** `q` is empty while nothing is looked for, and `filter` null while all of it is shown. */
  children: (q: string, filter: Filter | null) => ReactNode
}

/** A list, and above it what is looked for, and which of it. */
export function Searched<Filter extends string>(props: SearchedProps<Filter>) {
  const { search, filter, asked = null, children } = props
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(asked)
  const q = useSettled(typed.trim())
  return (
    <>
      <div className="mb-4 flex flex-col gap-3 sm:flex-row">
        <TextField
          label={search.label}
          isLabelHidden
          type="search"
          className="sm:flex-1"
          placeholder={search.placeholder}
          leadingIcon={<Search />}
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {filter && (
          <Select
            label={filter.label}
            isLabelHidden
            className="sm:w-fit sm:min-w-52"
            value={chosen ?? ''}
            options={[
              { value: '', label: partTexts.all },
              ...filter.values.map((value) => ({ value, label: filter.texts[value] })),
            ]}
            onChange={(event) => setChosen(event.target.value)}
          />
        )}
      </div>
      {children(q, filter?.values.find((each) => each === chosen) ?? null)}
    </>
  )
}

interface StaffListProps<Row> {
  list: PagedRows<Row>
  /** In place of rows where there are none: a sentence, or a whole place's calm. */
  empty: string | { icon: ReactNode; title: string; help?: string | false }
  /** One row; `rows` are all of them, for amounts that are written alike. */
  children: (row: Row, rows: readonly Row[]) => ReactNode
}

/** The rows of a list in a card, with all that may stand in their place, and the way to the rest of them. */
export function StaffList<Row extends { _id: string }>({ list, empty, children }: StaffListProps<Row>) {
  return (
    <PagedList
      list={list}
      texts={partTexts.list}
      empty={
        typeof empty === 'string' ? (
          <None>{empty}</None>
        ) : (
          <EmptyState icon={empty.icon} title={empty.title}>
            {empty.help}
          </EmptyState>
        )
      }
    >
      {(rows) => (
        <Rows>
          {rows.map((row) => (
            <Fragment key={row._id}>{children(row, rows)}</Fragment>
          ))}
        </Rows>
      )}
    </PagedList>
  )
}

/** What is known of an answer that is on its way. */
export interface Found<Data> {
  data: Data | undefined
  error: { message: string } | null
  isFetching: boolean
  refetch: () => unknown
}

/** An answer that has all rows at once, as a list takes it. */
export function allAtOnce<Row>({ data, error, isFetching, refetch }: Found<readonly Row[]>): PagedRows<Row> {
  return {
    rows: data,
    error,
    isFetching,
    refetch: () => void refetch(),
    hasMore: false,
    moreState: 'idle',
    showMore: () => undefined,
  }
}

/** Rows of one list, in a card. */
export function Rows({ children }: { children: ReactNode }) {
  return <ul className="divide-y divide-line rounded-card border border-line bg-paper-raised">{children}</ul>
}

/** In place of rows where there are none. */
export function None({ children }: { children: ReactNode }) {
  return <p className="text-base text-ink-soft">{children}</p>
}

interface RowProps {
  /** Absent: the row leads nowhere. */
  to?: string | null
  title: ReactNode
  badges?: ReactNode
  /** Below the title: who, when, how much. */
  meta?: ReactNode
  /** Facts with their names, below. */
  facts?: readonly { label: string; value: ReactNode }[]
  /** At the end: an amount. */
  end?: ReactNode
  /** At the end: what can be done about it. */
  acts?: ReactNode
  children?: ReactNode
}

/** One row: its title leads on, and the whole row with it. */
export function Row({ to = null, title, badges, meta, facts, end, acts, children }: RowProps) {
  return (
    <li className="relative flex flex-wrap items-center gap-4 px-4 py-3.5 first:rounded-t-card last:rounded-b-card has-[a.row-link]:hover:bg-wash sm:flex-nowrap sm:px-5">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          {to === null ? (
            <span dir="auto" className="min-w-0 font-semibold wrap-anywhere text-ink">
              {title}
            </span>
          ) : (
            <Link
              to={to}
              dir="auto"
              className="row-link min-w-0 font-semibold wrap-break-word text-ink before:absolute before:inset-0 before:content-['']"
            >
              {title}
            </Link>
          )}
          {badges}
        </div>
        {meta && <p className="mt-1 text-sm wrap-break-word text-ink-soft">{meta}</p>}
        {facts && (
          <dl className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-soft">
            {facts.map(({ label, value }) => (
              <div key={label} className="flex min-w-0 gap-1.5">
                <dt className="shrink-0 text-ink-faint">{label}</dt>
                <dd className="min-w-0 wrap-anywhere">{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {children}
      </div>
      {end && <div className="max-w-2/5 shrink-0 text-end font-medium tabular-nums">{end}</div>}
      {acts && <div className="flex w-full gap-2 self-start sm:w-auto sm:shrink-0">{acts}</div>}
      {to !== null && <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink-faint" />}
    </li>
  )
}

interface Amount {
  amount: number
  currency: string
}

/** Writes the amounts of one column alike, in dollars as they come: with cents in all of a currency if any has some. */
export function columnMoney(column: readonly Amount[]): (of: Amount) => string {
  return ({ amount, currency }) => {
    const alike = column.flatMap((row) => (row.currency === currency ? [row.amount] : []))
    return columnFormat(alike, currency)(amount)
  }
}
