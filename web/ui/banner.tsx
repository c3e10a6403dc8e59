import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type BannerTone = 'good' | 'bad' | 'warn' | 'info'

export type BannerProps = {
  tone: BannerTone
  title?: ReactNode
  /** A button or a link under the text. */
  action?: ReactNode
  className?: string
  children?: ReactNode
}

const icons = { good: CircleCheck, bad: CircleAlert, warn: TriangleAlert, info: Info }
const toneClassNames = {
  good: 'bg-good-soft [&>svg]:text-good',
  bad: 'bg-bad-soft [&>svg]:text-bad',
  warn: 'bg-warn-soft [&>svg]:text-warn',
  info: 'bg-info-soft [&>svg]:text-info',
}

/** A page's state in words, with an icon. Errors are read aloud at once, the others at the next pause. */
export function Banner({ tone, title, action, className, children }: BannerProps) {
  const Icon = icons[tone]
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={classNames(
        'flex items-start gap-3 rounded-control px-4 py-3 text-ink',
        toneClassNames[tone],
        className,
      )}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0 text-base wrap-break-word">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div>{children}</div>}
        {action && <div className="mt-2">{action}</div>}
      </div>
    </div>
  )
}

/** Why a form was refused, above its fields; renders nothing without a message. */
export function FormError({ children, className }: { children?: ReactNode; className?: string }) {
  return children ? (
    <Banner tone="bad" className={className}>
      {children}
    </Banner>
  ) : null
}

/** That a form was saved; renders nothing without a message. */
export function FormSuccess({ children, className }: { children?: ReactNode; className?: string }) {
  return children ? (
    <Banner tone="good" className={className}>
      {children}
    </Banner>
  ) : null
}
