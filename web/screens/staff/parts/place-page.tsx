import type { ReactNode } from 'react'

/** The measure of a place of the console; tables need more than what people read. */
export function PlacePage({ children }: { children: ReactNode }) {
  return <div className="mx-auto w-full max-w-app px-4 py-8 sm:px-6 lg:px-10 lg:py-10">{children}</div>
}
