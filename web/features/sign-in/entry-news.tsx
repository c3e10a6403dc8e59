import type { ReactNode } from 'react'

/** A result in place of its form: an icon, a heading, an explanation, the next step. */
export function EntryNews({
  icon,
  tone = 'good',
  title,
  action,
  children,
}: {
  icon: ReactNode
  tone?: 'good' | 'bad'
  title: string
  action?: ReactNode
  children?: ReactNode
}) {
  return (
    <div role={tone === 'bad' ? 'alert' : 'status'} className="pt-6">
      <span
        aria-hidden="true"
        className={`grid size-14 place-items-center rounded-full [&>svg]:size-7 ${tone === 'bad' ? 'bg-bad-soft text-bad' : 'bg-good-soft text-good'}`}
      >
        {icon}
      </span>
      <h1 className="mt-6 font-display text-3xl">{title}</h1>
      {children && <p className="mt-3 text-lg text-ink-soft">{children}</p>}
      {action && <div className="mt-8">{action}</div>}
    </div>
  )
}
