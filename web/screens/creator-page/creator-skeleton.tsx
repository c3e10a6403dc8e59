import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'
import { SpinnerOverScreen } from '#web/ui/spinner.tsx'

import { PanelSketch } from './membership/membership-panel.tsx'
import { creatorPageTexts as texts } from './messages.ts'

/** The page's skeleton while it loads. */
export function CreatorSkeleton() {
  return (
    <div className="mx-auto w-full max-w-app px-4 pb-16 sm:px-6 sm:pt-6">
      <SpinnerOverScreen />
      <output className="sr-only">{texts.loading}</output>
      <Skeleton className="-mx-4 aspect-[3/1] rounded-none! sm:mx-0 sm:aspect-[4/1] sm:rounded-card!" />
      <div className="sm:flex sm:gap-6 sm:px-6">
        <Skeleton className="relative -mt-12 size-24 shrink-0 rounded-full! ring-4 ring-paper sm:-mt-16 sm:size-32" />
        <div className="mt-4 flex-1 space-y-3">
          <Skeleton className="h-9 w-64 max-w-full" />
          <Skeleton className="h-5 w-96 max-w-full" />
        </div>
      </div>
      <div className="mt-10 grid gap-x-12 gap-y-12 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="lg:order-last">
          <PanelSketch isAlone={false} />
        </div>
        <SkeletonList shape="card" label={texts.posts.loading} />
      </div>
    </div>
  )
}
