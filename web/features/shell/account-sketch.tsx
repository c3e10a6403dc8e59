import { Skeleton } from '#web/ui/skeleton.tsx'

/** Holds the account's place at the bottom of the sidebar while the user is unknown. */
export function AccountSketch() {
  return (
    <div aria-hidden="true" className="flex min-h-12 items-center gap-3 px-2">
      <Skeleton shape="circle" className="size-8 shrink-0" />
      <div className="space-y-1.5">
        <Skeleton className="h-4 w-20" />
        <Skeleton className="h-3 w-12" />
      </div>
    </div>
  )
}
