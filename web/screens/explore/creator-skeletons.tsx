import { CREATOR_CARDS_CLASS_NAME } from '#web/features/creator-card/creator-card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

import { exploreTexts as texts } from './messages.ts'

/** Placeholders in the shape of the cards. */
export function CreatorSkeletons() {
  return (
    <>
      <output className="sr-only">{texts.creators.loading}</output>
      <div aria-hidden="true" className={CREATOR_CARDS_CLASS_NAME}>
        {['a', 'b', 'c'].map((key) => (
          <div key={key} className="overflow-hidden rounded-card border border-line bg-paper-raised">
            <Skeleton shape="picture" className="hidden h-34 sm:block" />
            <div className="flex items-center gap-4 p-4 sm:block sm:px-5 sm:pt-0 sm:pb-5">
              <Skeleton
                shape="circle"
                className="size-12 shrink-0 ring-4 ring-paper-raised sm:relative sm:-mt-8 sm:size-16"
              />
              <div className="flex-1 space-y-3 sm:mt-4">
                <Skeleton className="h-5 w-2/5" />
                <Skeleton className="h-4 w-4/5" />
              </div>
            </div>
          </div>
        ))}
      </div>
    </>
  )
}
