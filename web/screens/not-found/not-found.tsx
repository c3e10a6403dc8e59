import { NotFound } from '#web/features/not-found/not-found.tsx'

/** Any address that is no page of ours. */
export function NotFoundScreen() {
  return <NotFound />
}
