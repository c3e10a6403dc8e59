import { ArrowUpRight, Feather, Pencil } from 'lucide-react'
import { Suspense } from 'react'

import { getPageAbout } from '#contract/creators/calls.ts'
import { useQuery } from '#web/api/use-query.ts'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

import type { Creator } from '../creator.ts'
import type { PageDraft } from '../edit/page-draft.ts'
import { aboutTexts as texts } from './about-messages.ts'

// Only for the owner.
const AboutFields = lazyPart(async () => (await import('../owner-parts.ts')).AboutFields)

export interface AboutSectionProps {
  /** As in the address: part of the query. */
  pageHandle: string
  creator: Creator
  onEdit: () => void
  /** null: nothing is being changed. */
  draft: PageDraft | null
  onDraft: (draft: PageDraft) => void
}

/** What the creator tells about themselves, and where else they can be found. */
export function AboutSection({ pageHandle, creator, onEdit, draft, onDraft }: AboutSectionProps) {
  const query = useQuery(getPageAbout, { pageHandle })
  return (
    <section aria-labelledby="about-heading" className="min-w-0">
      <h2 id="about-heading" className="font-display text-xl wrap-break-word">
        {texts.title(creator.pageName)}
      </h2>
      {query.data && draft && !query.isPlaceholderData ? (
        <Suspense>
          <AboutFields about={query.data} {...{ draft, onDraft }} />
        </Suspense>
      ) : query.data ? (
        <Told {...query.data} {...{ creator, onEdit }} />
      ) : query.error ? (
        <ErrorState title={texts.failed} onRetry={() => void query.refetch()} isRetrying={query.isFetching}>
          {query.error.message}
        </ErrorState>
      ) : (
        <div className="mt-5 space-y-3">
          <output className="sr-only">{texts.loading}</output>
          <Skeleton className="h-5" />
          <Skeleton className="h-5" />
          <Skeleton className="h-5 w-2/3" />
        </div>
      )}
    </section>
  )
}

function Told({
  about,
  links,
  creator,
  onEdit,
}: {
  about: string
  links: readonly string[]
  creator: Creator
  onEdit: () => void
}) {
  if (about === '' && links.length === 0)
    return creator.isCurrentUser ? (
      <EmptyState
        className="mt-6"
        icon={<Feather />}
        title={texts.firstTitle}
        action={
          <Button icon={<Pencil />} onClick={onEdit}>
            {texts.write}
          </Button>
        }
      >
        {texts.first}
      </EmptyState>
    ) : (
      <p className="mt-4 text-base text-ink-soft">{texts.none(creator.pageName)}</p>
    )
  return (
    <>
      {about !== '' && (
        <p
          dir="auto"
          className="mt-5 max-w-reading text-lg leading-relaxed wrap-break-word whitespace-pre-line"
        >
          {about}
        </p>
      )}
      {links.length > 0 && (
        <ul aria-label={texts.links} className="mt-8 max-w-reading divide-y divide-line border-y border-line">
          {links.map((link) => (
            <li key={link}>
              <a
                href={link}
                target="_blank"
                rel="me noopener nofollow ugc"
                className="group flex min-h-13 items-center justify-between gap-4 font-medium text-ink"
              >
                <span dir="ltr" className="truncate underline-offset-3 group-hover:underline">
                  {shownLink(link)}
                </span>
                <span className="sr-only">{texts.opensNewTab}</span>
                <ArrowUpRight aria-hidden="true" className="size-4.5 shrink-0 text-ink-faint" />
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** "https://www.example.com/" is read as "example.com". */
function shownLink(link: string): string {
  return link.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')
}
