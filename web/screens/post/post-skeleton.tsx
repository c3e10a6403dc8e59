import { Skeleton } from '#web/ui/skeleton.tsx'

import { postPageTexts as texts } from './messages.ts'

/** Shaped like a post without a cover. */
export function PostSkeleton() {
  return (
    <div className="mx-auto w-full max-w-reading px-4 pt-8 pb-16 sm:box-content sm:w-auto sm:px-6 sm:pt-12">
      <output className="sr-only">{texts.loading}</output>
      <Skeleton className="h-10 w-4/5" />
      <div className="mt-6 flex items-center gap-3">
        <Skeleton shape="circle" className="size-12 shrink-0" />
        <div className="flex-1 space-y-2">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-3.5 w-24" />
        </div>
      </div>
      <div className="mt-8 space-y-3.5">
        {['first', 'second', 'third', 'fourth', 'fifth'].map((key) => (
          <Skeleton key={key} className="h-4" />
        ))}
        <Skeleton className="h-4 w-3/5" />
      </div>
    </div>
  )
}
