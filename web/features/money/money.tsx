import { columnFormat } from '#contract/money.ts'
import { classNames } from '#web/ui/class-names.ts'

export type Amount = { amount: number; currency: string }

type MoneyProps = Amount & {
  /** The amounts above and below it: with cents, as soon as one of its currency has some. */
  column?: readonly Amount[]
  /** What came in has a plus. */
  hasPlus?: boolean
  /** The one figure that a screen is about. */
  isFigure?: boolean
  className?: string
}

/** An amount in dollars or rupees, as it arrived on the wire: "$9.99", "$0", "−$12". */
export function Money({
  amount,
  currency,
  column,
  hasPlus = false,
  isFigure = false,
  className,
}: MoneyProps) {
  const amounts = column?.flatMap((other) => (other.currency === currency ? [other.amount] : []))
  const text = columnFormat(amounts ?? [amount], currency)(amount)
  return (
    <span
      className={classNames('tabular-nums', isFigure && 'font-display text-4xl wrap-anywhere', className)}
    >
      {hasPlus && amount > 0 ? `+${text}` : text}
    </span>
  )
}
