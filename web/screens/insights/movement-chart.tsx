import { type KeyboardEvent, useRef, useState } from 'react'

import type { InsightPoint } from '#contract/analytics/insight-routes.ts'
import { formatDollars } from '#contract/money.ts'
import { formatTick, topOfScale } from '#web/features/earnings-chart/scale.ts'

import { insightsTexts } from './messages.ts'

const texts = insightsTexts.movements

/** In CSS pixels; widths are shares of the available room. */
const HALF = 84
const HEADROOM = 12
const LABELS = 26
const HEIGHT = HEADROOM + 2 * HALF + LABELS
const ZERO = HEADROOM + HALF
const BAR_SHARE = 0.6
/** As many labels as fit on a phone. */
const LABELS_SHOWN = 5

const gained = ({ mrr }: InsightPoint) => mrr.new + mrr.returned + mrr.up
const lost = ({ mrr }: InsightPoint) => mrr.down + mrr.lost

/** One bar up for what was gained and one down for what was lost. Arrow keys go from part to part. */
export function MovementChart({
  points,
  currency,
  nameOf,
}: {
  points: readonly InsightPoint[]
  currency: string
  nameOf: (from: string) => string
}) {
  const chartRef = useRef<SVGSVGElement>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  // By default the newest part in which something changed.
  const shown =
    points.find(({ from }) => from === chosen) ??
    points.findLast((point) => gained(point) > 0 || lost(point) > 0) ??
    points.at(-1)
  const top = topOfScale(points.flatMap((point) => [gained(point), lost(point)]))
  const slot = 100 / points.length
  const every = Math.ceil(points.length / LABELS_SHOWN)
  const money = (amount: number) => formatDollars(amount, currency)
  const heightOf = (amount: number) => (amount > 0 ? Math.max(2, (amount / top) * HALF) : 0)

  function step(event: KeyboardEvent, index: number) {
    const target = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: points.length - 1 }[event.key]
    const point = target === undefined ? undefined : points[target]
    if (target === undefined || !point) return
    event.preventDefault()
    setChosen(point.from)
    chartRef.current?.querySelectorAll<SVGGElement>('[data-part]')[target]?.focus()
  }

  return (
    <figure>
      {/* The same height for every part, or the chart would move under the pointer. */}
      <div className="mb-3 min-h-11 text-sm tabular-nums">
        {shown && (
          <>
            <p className="font-semibold">
              {nameOf(shown.from)} · {texts.end(money(shown.mrr.end))}
            </p>
            <p className="text-ink-soft">{texts.parts(money(gained(shown)), money(lost(shown)))}</p>
          </>
        )}
      </div>
      {/* Time runs from left to right in every language, as the arrow keys do. */}
      <div dir="ltr" className="flex">
        <svg aria-hidden="true" width="48" height={HEIGHT} className="shrink-0">
          {[1, 0, -1].map((share) => (
            <text
              key={share}
              x="40"
              y={ZERO - share * HALF + 4}
              textAnchor="end"
              className="fill-ink-faint text-xs tabular-nums"
            >
              {share === 0 ? '0' : `${share < 0 ? '−' : '+'}${formatTick(top, currency)}`}
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
          {[1, 0, -1].map((share) => (
            <line
              key={share}
              x1="0"
              x2="100%"
              y1={ZERO - share * HALF}
              y2={ZERO - share * HALF}
              shapeRendering="crispEdges"
              className={share === 0 ? 'stroke-line-strong' : 'stroke-line'}
            />
          ))}
          {points.map((point, index) => {
            const isChosen = point.from === shown?.from
            const x = `${(index + (1 - BAR_SHARE) / 2) * slot}%`
            const width = `${BAR_SHARE * slot}%`
            const name = nameOf(point.from)
            const up = heightOf(gained(point))
            return (
              <g
                key={point.from}
                data-part={point.from}
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
                role="img"
                aria-label={texts.point(name, {
                  gained: money(gained(point)),
                  lost: money(lost(point)),
                  end: money(point.mrr.end),
                })}
                tabIndex={isChosen ? 0 : -1}
                onFocus={() => setChosen(point.from)}
                onPointerEnter={() => setChosen(point.from)}
                onClick={() => setChosen(point.from)}
                onKeyDown={(event) => step(event, index)}
                className="group outline-none"
              >
                <rect
                  x={`${index * slot}%`}
                  y="0"
                  width={`${slot}%`}
                  height={HEIGHT}
                  rx="6"
                  className={`stroke-2 group-focus-visible:stroke-brand ${isChosen ? 'fill-ink/6' : 'fill-transparent'}`}
                />
                <rect x={x} y={ZERO - up} width={width} height={up} className="fill-brand-bright" />
                <rect x={x} y={ZERO} width={width} height={heightOf(lost(point))} className="fill-bad" />
                {index % every === 0 && (
                  <text
                    aria-hidden="true"
                    x={`${(index + 0.5) * slot}%`}
                    y={HEIGHT - 8}
                    textAnchor={index === 0 ? 'start' : 'middle'}
                    className="fill-ink-faint text-xs"
                  >
                    {name}
                  </text>
                )}
              </g>
            )
          })}
        </svg>
      </div>
      <figcaption className="mt-2 flex flex-wrap gap-x-5 gap-y-1 ps-12 text-sm text-ink-soft">
        <Key className="bg-brand-bright">{texts.gained}</Key>
        <Key className="bg-bad">{texts.lostKey}</Key>
      </figcaption>
    </figure>
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
