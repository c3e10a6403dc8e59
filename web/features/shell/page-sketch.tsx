import { uiTexts } from '#web/ui/messages.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'

export type PageSketchProps = {
  /** null: the page sets its own title once it knows its content. */
  title: string | null
  /** A form in the entry frame, or rows in the members' layout. */
  shape: 'form' | 'rows'
}

/** The server's placeholder for a page it can't fill, because its content depends on the viewer. */
export function PageSketch({ title, shape }: PageSketchProps) {
  if (shape === 'form')
    return (
      <div className="space-y-6">
        <output className="sr-only">{uiTexts.loading}</output>
        <Skeleton className="h-10 w-56 max-w-full" />
        {['first', 'second', 'third'].map((key) => (
          <Skeleton key={key} className="h-12 rounded-control!" />
        ))}
      </div>
    )
  return (
    <div className="mx-auto max-w-reading px-4 pt-8 pb-20 sm:px-6 lg:px-10 lg:pt-12">
      {title === null ? <Skeleton className="h-9 w-56 max-w-full" /> : <PageHeader title={title} />}
      <div className="mt-10">
        <SkeletonList />
      </div>
    </div>
  )
}
