import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'

import { usePageTitle } from '#web/features/page-head/page-title.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { consoleTexts } from '../messages.ts'
import { type Found, PLACE } from './list.tsx'
import { partTexts as texts } from './messages.ts'

/** What is shown of one thing. */
interface Shown {
  /** Above everything. */
  above?: ReactNode
  title: string
  badges?: ReactNode
  subtitle?: string
  /** Beside the title. */
  actions?: ReactNode
  facts?: readonly Fact[]
  /** Everything else, in parts. */
  children: ReactNode
}

interface StaffRecordProps<Data> {
  back: { to: string; label: string }
  /** Of the page, for screen readers, until there is a better one. */
  title: string
  found: Found<Data>
  children: (data: Data) => Shown
}

/** The page of one thing: the way back to its list, what it is, its facts and its parts. */
export function StaffRecord<Data>({ back, title, found, children }: StaffRecordProps<Data>) {
  return (
    <div className={PLACE}>
      <Link
        to={back.to}
        className="mb-4 inline-flex min-h-11 items-center gap-2 rounded-small text-sm font-medium text-ink-soft hover:text-ink"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        {back.label}
      </Link>
      {found.data === undefined && <h1 className="sr-only">{title}</h1>}
      <Loaded found={found}>{(data) => <Shown {...children(data)} />}</Loaded>
    </div>
  )
}

function Shown({ above, title, badges, subtitle, actions, facts, children }: Shown) {
  usePageTitle(consoleTexts.documentTitle(title))
  return (
    <>
      {above}
      <PageHeader
        title={
          <span className="flex flex-wrap items-center gap-3">
            <span dir="auto" className="min-w-0 wrap-break-word">
              {title}
            </span>
            {badges}
          </span>
        }
        subtitle={subtitle}
        actions={actions}
      />
      {facts && (
        <div className="mt-8">
          <Facts facts={facts} />
        </div>
      )}
      {children}
    </>
  )
}

/** An answer, and what stands in its place until it is there. */
export function Loaded<Data>({
  found,
  children,
}: {
  found: Found<Data>
  children: (data: Data) => ReactNode
}) {
  if (found.data !== undefined) return children(found.data)
  if (!found.error) return <SkeletonList label={texts.list.loading} />
  return (
    <ErrorState title={texts.list.failed} onRetry={() => void found.refetch()} isRetrying={found.isFetching}>
      {found.error.message}
    </ErrorState>
  )
}

/** A fact about one thing. */
interface Fact {
  label: string
  value: ReactNode
  /** On phones it has the whole width: what it says has no spaces to break at. */
  isLong?: boolean
}

/** Facts about one thing, each with its name; what has no value isn't shown. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-3">
      {facts
        .filter(({ value }) => value !== null)
        .map(({ label, value, isLong = false }) => (
          <div key={label} className={isLong ? 'col-span-full min-w-0 sm:col-span-1' : 'min-w-0'}>
            <dt className="text-sm text-ink-faint">{label}</dt>
            <dd className="mt-0.5 font-medium wrap-break-word tabular-nums">{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** A part of a place, under its heading. */
export function Part(props: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className="mt-10">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-display text-xl">{props.title}</h2>
        {props.actions}
      </div>
      {props.children}
    </section>
  )
}
