import type { ReactNode } from 'react'

/** A hairline; with a word in it between two alternatives. */
export function Divider({ children }: { children?: ReactNode }) {
  if (!children) return <hr className="border-0 border-t border-line" />
  return (
    <div className="flex items-center gap-4 text-xs font-medium tracking-wide text-ink-faint before:h-px before:flex-1 before:bg-line before:content-[''] after:h-px after:flex-1 after:bg-line after:content-['']">
      {children}
    </div>
  )
}
