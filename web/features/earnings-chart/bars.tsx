import { type KeyboardEvent, useRef } from 'react'

import { formatMonth } from '#contract/dates.ts'
import { formatDollars } from '#contract/money.ts'

import { earningsChartTexts as texts } from './messages.ts'
import type { Month } from './month.ts'
import { formatTick, nameMonth, topOfScale } from './scale.ts'

/** In CSS pixels; widths are shares of the available room. */
const PLOT_HEIGHT = 168
const HEADROOM = 14
const LABEL_HEIGHT = 26
const HEIGHT = HEADROOM + PLOT_HEIGHT + LABEL_HEIGHT
const BAR_SHARE = 0.62

const BASE_LINE = HEADROOM + PLOT_HEIGHT

export type BarsProps = {
  months: readonly Month[]
  currency: string
  /** The month whose figures are shown; also where Tab enters. */
  chosen: string | null
  onChoose: (month: string) => void
}

/** One bar a month: the creator's part below, the platform's fee on top of it. Arrow keys go from bar to bar. */
export function Bars({ months, currency, chosen, onChoose }: BarsProps) {
  const chartRef = useRef<SVGSVGElement>(null)
  const top = topOfScale(months.map(({ gross }) => gross))
  const slot = 100 / months.length

  function step(event: KeyboardEvent, index: number) {
    const target = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: months.length - 1 }[event.key]
    const month = target === undefined ? undefined : months[target]?.month
    if (target === undefined || month === undefined) return
    event.preventDefault()
    onChoose(month)
    chartRef.current?.querySelectorAll<SVGGElement>('[data-month]')[target]?.focus()
  }

  return (
    <figure className="mt-4">
      {/* Time runs from left to right in every language, as the arrow keys do. */}
      <div dir="ltr" className="flex">
        <svg aria-hidden="true" width="44" height={HEIGHT} className="shrink-0">
          {[0, 0.5, 1].map((share) => (
            <text
              key={share}
              x="36"
              y={heightAt(share) + 4}
              textAnchor="end"
              className="fill-ink-faint text-xs tabular-nums"
            >
              {formatTick(top * share, currency)}
            </text>
          ))}
        </svg>
        <svg
          ref={chartRef}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- inside an SVG there are no such tags
          role="group"
          aria-label={texts.chart}
          height={HEIGHT}
          className="w-full min-w-0 overflow-visible"
        >
          {[0, 0.5, 1].map((share) => (
            <line
              key={share}
              x1="0"
              x2="100%"
              y1={heightAt(share)}
              y2={heightAt(share)}
              shapeRendering="crispEdges"
              className={share === 0 ? 'stroke-line-strong' : 'stroke-line'}
            />
          ))}
          {months.map((month, index) => (
            <g
              key={month.month}
              data-month={month.month}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
              role="img"
              aria-label={spoken(month, currency)}
              tabIndex={month.month === chosen ? 0 : -1}
              onFocus={() => onChoose(month.month)}
              onPointerEnter={() => onChoose(month.month)}
              onClick={() => onChoose(month.month)}
              onKeyDown={(event) => step(event, index)}
              className="group outline-none"
            >
              <Bar month={month} slot={slot} index={index} top={top} isChosen={month.month === chosen} />
            </g>
          ))}
        </svg>
      </div>
      <figcaption className="mt-2 flex flex-wrap gap-x-5 gap-y-1 ps-11 text-sm text-ink-soft">
        <Key className="bg-brand-bright">{texts.columns.net}</Key>
        <Key className="bg-line-strong">{texts.columns.fee}</Key>
      </figcaption>
    </figure>
  )
}

function Bar({
  month,
  slot,
  index,
  top,
  isChosen,
}: {
  month: Month
  /** Width of a month, in percent. */
  slot: number
  index: number
  top: number
  isChosen: boolean
}) {
  const x = `${(index + (1 - BAR_SHARE) / 2) * slot}%`
  const width = `${BAR_SHARE * slot}%`
  const netHeight = (month.net / top) * PLOT_HEIGHT
  // Keeps a fee of a few cents visible.
  const feeHeight = month.fee > 0 ? Math.max(2, (month.fee / top) * PLOT_HEIGHT) : 0
  return (
    <>
      <rect
        x={`${index * slot}%`}
        y="0"
        width={`${slot}%`}
        height={HEIGHT}
        rx="6"
        className={`stroke-2 group-focus-visible:stroke-brand ${isChosen ? 'fill-ink/6' : 'fill-transparent'}`}
      />
      <rect x={x} y={BASE_LINE - netHeight} width={width} height={netHeight} className="fill-brand-bright" />
      <rect
        x={x}
        // A hairline in the surface colour separates the two parts for people who can't see the colours.
        y={BASE_LINE - netHeight - feeHeight - (feeHeight > 0 ? 1 : 0)}
        width={width}
        height={feeHeight}
        className="fill-line-strong"
      />
      <text
        aria-hidden="true"
        x={`${(index + 0.5) * slot}%`}
        y={HEIGHT - 8}
        textAnchor="middle"
        className={`text-xs ${isChosen ? 'fill-ink font-semibold' : 'fill-ink-faint'}`}
      >
        <tspan className="sm:hidden">{nameMonth(month.month, 'narrow')}</tspan>
        <tspan className="max-sm:hidden">{nameMonth(month.month, 'short')}</tspan>
      </text>
    </>
  )
}

function Key({ className, children }: { className: string; children: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <span aria-hidden="true" className={`size-3 rounded-sm ${className}`} />
      {children}
    </span>
  )
}

function heightAt(share: number): number {
  return BASE_LINE - share * PLOT_HEIGHT
}

function spoken({ month, gross, fee, net }: Month, currency: string): string {
  const name = formatMonth(month)
  if (gross === 0) return texts.monthWithoutPayments(name)
  const money = (amount: number) => formatDollars(amount, currency)
  return texts.month(name, { gross: money(gross), fee: money(fee), net: money(net) })
}
