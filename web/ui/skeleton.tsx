import { classNames } from './class-names.ts'
import { uiTexts } from './messages.ts'

export type SkeletonProps = {
  shape?: 'line' | 'circle' | 'picture'
  /** Its size; the shape is set above. */
  className?: string
}

const shapeClassNames = { line: 'rounded-small', circle: 'rounded-full', picture: 'rounded-control' }

/** One soft block in the shape of the coming content. */
export function Skeleton({ shape = 'line', className }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={classNames('block animate-breathe bg-line/65', shapeClassNames[shape], className)}
    />
  )
}

/** A row of a list: avatar, two lines, a figure at the right. */
export function SkeletonRow() {
  return (
    <div aria-hidden="true" className="flex items-center gap-4 py-4">
      <Skeleton shape="circle" className="size-12 shrink-0" />
      <div className="min-w-0 flex-1 space-y-2.5">
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="h-3.5 w-3/5" />
      </div>
      <Skeleton className="h-4 w-16 shrink-0" />
    </div>
  )
}

/** A post or a creator card: head, a few lines, a picture. */
export function SkeletonCard({ hasPicture = false }: { hasPicture?: boolean }) {
  return (
    <div aria-hidden="true" className="rounded-card border border-line bg-paper-raised p-5">
      <div className="flex items-center gap-3">
        <Skeleton shape="circle" className="size-8 shrink-0" />
        <Skeleton className="h-4 w-32" />
      </div>
      <div className="mt-5 space-y-3">
        <Skeleton className="h-4" />
        <Skeleton className="h-4" />
        <Skeleton className="h-4 w-3/5" />
      </div>
      {hasPicture && <Skeleton shape="picture" className="mt-5 aspect-video" />}
    </div>
  )
}

export type SkeletonListProps = {
  /** What is loading, for screen readers. */
  label?: string
  count?: number
  shape?: 'row' | 'card'
}

/** Several rows or cards while a list loads. */
export function SkeletonList({ label = uiTexts.loading, count = 3, shape = 'row' }: SkeletonListProps) {
  const indexes = Array.from({ length: count }, (_, index) => index)
  return (
    <div className={shape === 'row' ? 'divide-y divide-line' : 'space-y-4'}>
      <output className="sr-only">{label}</output>
      {indexes.map((index) => (shape === 'row' ? <SkeletonRow key={index} /> : <SkeletonCard key={index} />))}
    </div>
  )
}
