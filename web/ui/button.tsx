import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Link } from './link.tsx'
import { uiTexts } from './messages.ts'
import { SpinnerRing } from './spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'small' | 'medium' | 'large'

type ButtonLook = {
  /** One primary button per view. */
  variant?: ButtonVariant
  size?: ButtonSize
  isFullWidth?: boolean
  /** An icon before the text; decorative. */
  icon?: ReactNode
}

type PressButtonProps = ButtonLook & {
  to?: undefined
  href?: undefined
  /** Keeps width and focus, shows a spinner, ignores presses. */
  isLoading?: boolean
  /** Read by screen readers after the button's text while loading. */
  loadingLabel?: string
} & ComponentProps<'button'>

type RouteButtonProps = ButtonLook & { href?: undefined } & ComponentProps<typeof Link>
type LinkButtonProps = ButtonLook & { to?: undefined; href: string } & ComponentProps<'a'>

export type ButtonProps = PressButtonProps | RouteButtonProps | LinkButtonProps

/** A button; with `to` a link inside the app, with `href` a link anywhere. */
export function Button(props: ButtonProps) {
  if (props.to !== undefined) return <RouteButton {...props} />
  if (props.href !== undefined) return <LinkButton {...props} />
  return <PressButton {...props} />
}

function PressButton({
  variant,
  size,
  isFullWidth,
  icon,
  isLoading = false,
  loadingLabel = uiTexts.loading,
  to: _to,
  href: _href,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: PressButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    // Not `disabled` while loading: that would throw the focus away. Refusing the click stops a form's Enter too.
    if (isLoading) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      onClick={press}
      aria-disabled={isLoading || undefined}
      className={buttonClassName({ variant, size, isFullWidth }, className)}
    >
      <ButtonContent icon={icon} isLoading={isLoading}>
        {children}
      </ButtonContent>
      {isLoading && (
        <>
          <span className="absolute inset-0 grid place-items-center">
            <SpinnerRing size={18} />
          </span>
          <span className="sr-only">{loadingLabel}</span>
        </>
      )}
    </button>
  )
}

function RouteButton({ variant, size, isFullWidth, icon, className, children, ...rest }: RouteButtonProps) {
  return (
    <Link {...rest} className={buttonClassName({ variant, size, isFullWidth }, className)}>
      <ButtonContent icon={icon}>{children}</ButtonContent>
    </Link>
  )
}

function LinkButton({
  variant,
  size,
  isFullWidth,
  icon,
  to: _to,
  className,
  children,
  ...rest
}: LinkButtonProps) {
  return (
    <a {...rest} className={buttonClassName({ variant, size, isFullWidth }, className)}>
      <ButtonContent icon={icon}>{children}</ButtonContent>
    </a>
  )
}

function ButtonContent({
  icon,
  isLoading = false,
  children,
}: {
  icon?: ReactNode
  isLoading?: boolean
  children?: ReactNode
}) {
  return (
    <span className={classNames('inline-flex min-w-0 items-center gap-2', isLoading && 'opacity-0')}>
      {icon && (
        <span aria-hidden="true" className="-ms-0.5 shrink-0 [&>svg]:size-4.5">
          {icon}
        </span>
      )}
      {/* Long words wrap rather than widen the page: buttons contain users' prices and names. */}
      <span className="min-w-0 wrap-break-word">{children}</span>
    </span>
  )
}

const variantClassNames: Record<ButtonVariant, string> = {
  primary: 'bg-brand text-brand-ink hover:bg-brand-strong',
  secondary: 'border border-line-strong/55 bg-paper-raised text-ink hover:border-line-strong hover:bg-wash',
  quiet: 'text-ink hover:bg-wash',
  danger: 'bg-bad-fill text-bad-ink hover:bg-bad-fill-strong',
}

// A small button looks 36 px high but has a 44 px target: the pseudo-element adds the rest.
const sizeClassNames: Record<ButtonSize, string> = {
  small: "min-h-9 px-3 py-1 text-sm before:absolute before:-inset-y-1 before:inset-x-0 before:content-['']",
  medium: 'min-h-11 px-4.5 py-2 text-base',
  large: 'min-h-13 px-6 py-2.5 text-lg',
}

const unavailable =
  'disabled:border-transparent disabled:bg-wash disabled:text-ink-faint disabled:hover:bg-wash aria-disabled:cursor-default'

function buttonClassName(
  { variant = 'secondary', size = 'medium', isFullWidth = false }: ButtonLook,
  className: string | undefined,
): string {
  return classNames(
    'relative inline-flex items-center justify-center rounded-control text-center leading-tight font-semibold transition-colors duration-120 select-none',
    sizeClassNames[size],
    variantClassNames[variant],
    unavailable,
    isFullWidth && 'w-full',
    className,
  )
}
