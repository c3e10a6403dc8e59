import { uiTexts } from '#web/ui/messages.ts'
import { Page } from '#web/ui/page.tsx'
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
    <Page title={title ?? <Untitled />} isNarrow>
      <SkeletonList />
    </Page>
  )
}

function Untitled() {
  return (
    <>
      <span className="sr-only">{uiTexts.loading}</span>
      <Skeleton className="h-9 w-56 max-w-full" />
    </>
  )
}
