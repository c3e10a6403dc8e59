import { classNames } from './class-names.ts'
import { uiTexts } from './messages.ts'

/** Two glasses leaning in; where they meet it turns gold. Wider than it is high: `height` in CSS pixels. */
export function LogoMark({ height = 22, className }: { height?: number; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="3 6.4 26 19.9"
      width={Math.round((height * 26) / 19.9)}
      height={height}
      className={classNames('shrink-0', className)}
    >
      <path
        className="fill-brand"
        d="M8.1 6.8 19.13 9.94 15.96 20.99A6.5 6.5 0 0 1 3.47 17.45L6.24 7.82A1.5 1.5 0 0 1 8.1 6.8Z"
      />
      <path
        className="fill-brand-bright"
        d="M23.9 6.8 12.87 9.94 16.04 20.99A6.5 6.5 0 0 0 28.53 17.45L25.76 7.82A1.5 1.5 0 0 0 23.9 6.8Z"
      />
      <path className="fill-champagne-strong" d="M16 9.05 19.13 9.94 16 20.86 12.87 9.94Z" />
    </svg>
  )
}

export type LogoProps = {
  size?: 'medium' | 'large'
  className?: string
}

/** The mark and the name. Inside a link it is that link's text. */
export function Logo({ size = 'medium', className }: LogoProps) {
  return (
    <span
      className={classNames(
        'inline-flex items-center font-display leading-none text-ink',
        size === 'large' ? 'gap-3 text-3xl' : 'gap-2 text-xl',
        className,
      )}
    >
      <LogoMark height={size === 'large' ? 34 : 22} />
      {uiTexts.productName}
    </span>
  )
}
