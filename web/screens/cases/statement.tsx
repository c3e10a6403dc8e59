import { withoutIds } from '#contract/channels/body.ts'
import { formatDay } from '#contract/dates.ts'
import { enforcementMessages } from '#contract/enforcement/messages.ts'
import type { OwnCase } from '#contract/enforcement/routes.ts'
import { isPageLimit } from '#contract/enforcement/rules.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Link } from '#web/ui/link.tsx'
import { Quote } from '#web/ui/quote.tsx'

import { casesTexts as texts } from './messages.ts'

/** The statement of reasons: item, rule, basis, facts, and how it was decided. */
export function Statement({ row }: { row: OwnCase }) {
  const { liftedBecause, strikeUntil } = row
  return (
    <section className="space-y-6">
      {liftedBecause !== null && <Banner tone="good">{enforcementMessages.lifted[liftedBecause]}</Banner>}
      <Item row={row} />
      <Limit row={row} />
      <dl className="divide-y divide-line border-y border-line">
        {rowsOf(row).map(([label, value]) => (
          <div key={label} className="grid gap-x-6 gap-y-1 py-3 sm:grid-cols-[11rem_1fr]">
            <dt className="text-sm text-ink-faint sm:pt-0.5">{label}</dt>
            <dd dir="auto" className="min-w-0 text-base wrap-break-word whitespace-pre-wrap text-ink">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      {strikeUntil !== null && (
        <p className="text-base text-ink-soft">{texts.strike(formatDay(strikeUntil))}</p>
      )}
    </section>
  )
}

function Item({ row: { item, path, fixUntil, kind } }: { row: OwnCase }) {
  return (
    <div>
      <Quote title={texts.item} words={item === '' ? texts.itemGone : withoutIds(item)} />
      {path !== null && (
        <p className="mt-2 text-sm">
          <Link to={path} className="rounded-small text-brand underline underline-offset-3">
            {kind === 'post' && fixUntil !== null ? texts.change : texts.see}
          </Link>
        </p>
      )}
    </div>
  )
}

/** What holds for a page until the end of the decision. */
function Limit({ row: { measure, liftedAt, isExtended } }: { row: OwnCase }) {
  if (!isPageLimit(measure) || liftedAt !== null) return null
  return (
    <p className="text-base text-ink-soft">
      {texts.limitHelp[measure]} {isExtended && texts.extended}
    </p>
  )
}

function rowsOf(row: OwnCase): [label: string, value: string][] {
  const { pageName, rule, ground, rulesVersion, facts, wasReported, untilAt } = row
  const terms = pageName === null ? texts.groundTerms(formatDay(rulesVersion)) : texts.groundOfPage(pageName)
  return [
    [texts.rows.by, pageName === null ? texts.byOperator : texts.byPage(pageName)],
    ...(untilAt === null
      ? []
      : [[texts.rows.until, texts.until(formatDay(untilAt))] satisfies [string, string]]),
    [texts.rows.rule, enforcementMessages.rules[rule]],
    [texts.rows.ground, ground === 'law' ? texts.groundLaw : terms],
    [texts.rows.facts, facts === '' ? texts.noFacts : facts],
    [texts.rows.found, wasReported ? texts.wasReported : texts.wasSeen],
    [texts.rows.automated, texts.byHand],
    [texts.rows.territory, texts.everywhere],
  ]
}
