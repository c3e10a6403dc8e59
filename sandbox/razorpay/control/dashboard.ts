import { readFileSync } from 'node:fs'

import { renderDocument } from '#sandbox/page/document.ts'
import { html, type Html } from '#sandbox/page/html.ts'

import { nextDueAt } from '../billing/calendar.ts'
import { TEST_CARDS } from '../billing/cards.ts'
import { balancePaise } from '../billing/settlement.ts'
import { displayAmount, displayInterval } from '../checkout/money.ts'
import type { Payment, Subscription } from '../core/entities.ts'
import type { WebhookEvent } from '../core/state.ts'
import type { Reply } from '../http/exchange.ts'
import { DISTURBANCES } from './disturbances.ts'
import { badge, button, table, time } from './markup.ts'
import type { Running } from './running.ts'

const ROWS = 25
const DAY_SECONDS = 86_400

/** The page, then what can be pressed on it. */
const STYLES = ['dashboard', 'controls']

/** The dashboard's stylesheet. */
export function styleReply(): Reply {
  const body = STYLES.map((name) =>
    readFileSync(new URL(`./browser/${name}.css`, import.meta.url), 'utf8'),
  ).join('\n')
  return { status: 200, headers: { 'content-type': 'text/css; charset=utf-8' }, body }
}

function newest<Entity>(records: Record<string, Entity>): Entity[] {
  return Object.values(records).toReversed().slice(0, ROWS)
}

function subscriptionRow(running: Running, subscription: Subscription): Html {
  const { context } = running
  const plan = context.state.plans[subscription.planId]
  const price =
    plan === undefined
      ? ''
      : `${displayAmount(plan.amount * subscription.quantity, plan.currency)} ${displayInterval(plan)}`
  const path = `/sandbox/subscriptions/${subscription.id}`
  const isChargeable = ['authenticated', 'active', 'pending', 'halted'].includes(subscription.status)
  const actions =
    subscription.status === 'created'
      ? [
          html`<a href="/i/${subscription.shortCode}">Open payment page</a>`,
          button('/sandbox/pay', 'Pay', { subscription_id: subscription.id }),
        ]
      : isChargeable && [
          button(`${path}/charge`, 'Charge now', { outcome: 'success' }),
          button(`${path}/charge`, 'Charge, failing', { outcome: 'failure' }),
          button(`${path}/next`, 'Fail next renewal', { outcome: 'failure' }),
        ]
  const planned = subscription.nextOutcomes.length
  return html`<tr>
    <td><code>${subscription.id}</code><small>${plan?.name ?? ''}, ${price}</small></td>
    <td>
      ${badge(subscription.status)}${subscription.isCancelledAtCycleEnd && html`<small>ends with the cycle</small>`}
      ${planned > 0 && html`<small>next: ${subscription.nextOutcomes.join(', ')}</small>`}
    </td>
    <td class="number">${subscription.paidCount} of ${subscription.totalCount}</td>
    <td>${time(subscription.currentEnd)}</td>
    <td>${time(subscription.chargeAt)}</td>
    <td class="actions">${actions}</td>
  </tr>`
}

function paymentRow(payment: Payment): Html {
  return html`<tr>
    <td><code>${payment.id}</code><small>${payment.description}</small></td>
    <td>${badge(payment.status)}${payment.error !== null && html`<small>${payment.error.reason}</small>`}</td>
    <td class="number">
      ${displayAmount(payment.amount, payment.currency)}${
        payment.amountRefunded > 0 &&
        html`<small>${displayAmount(payment.amountRefunded, payment.currency)} refunded</small>`
      }
    </td>
    <td>${payment.card === null ? (payment.vpa ?? '') : `${payment.card.network} ${payment.card.last4}`}</td>
    <td>${time(payment.createdAt)}</td>
    <td class="actions">
      ${payment.status === 'failed' && button(`/sandbox/payments/${payment.id}/authorize-late`, 'Authorize late', {})}
    </td>
  </tr>`
}

function eventRow(event: WebhookEvent): Html {
  const last = event.attempts.at(-1)
  const answer = last === undefined ? 'not sent' : (last.error ?? `HTTP ${last.status}`)
  return html`<tr>
    <td>
      ${event.event}<small><code>${event.id}</code></small>
    </td>
    <td>${badge(event.isForged ? 'forged' : event.status)}</td>
    <td>${answer}${event.attempts.length > 1 && html`<small>${event.attempts.length} attempts</small>`}</td>
    <td>${time(event.createdAt)}</td>
    <td>${time(event.nextAttemptAt)}</td>
    <td class="actions">
      ${!event.isForged && button(`/sandbox/events/${event.id}/redeliver`, 'Redeliver', {})}
    </td>
  </tr>`
}

function clockSection(running: Running): Html {
  const now = running.context.clock.now()
  const next = nextDueAt(running.context)
  const isTogether = running.shopClockUrl() !== undefined
  const steps: [string, number][] = [
    ['+1 day', DAY_SECONDS],
    ['+1 week', 7 * DAY_SECONDS],
    ['+31 days', 31 * DAY_SECONDS],
    ['+1 year', 366 * DAY_SECONDS],
  ]
  return html`<section class="clock">
    <h2>Clock</h2>
    <p class="now">${time(now)} <span>UTC</span></p>
    <p class="hint">
      ${next === null ? 'Nothing is due.' : html`Next: ${time(next)}.`}
      ${
        isTogether
          ? `The clock of ${running.context.merchantName} moves along.`
          : 'Moves the sandbox alone: nobody named another clock.'
      }
    </p>
    <div class="actions">
      ${steps.map(([label, seconds]) => button('/sandbox/travel', label, { advanceSeconds: String(seconds) }))}
      ${next !== null && next > now && button('/sandbox/travel', 'To the next charge', { to: String(next) })}
    </div>
  </section>`
}

function webhookSection(running: Running): Html {
  const { isEnabled } = running.context.state.webhook
  return html`<section class="clock">
    <h2>Webhook</h2>
    <p class="now address">${running.webhookUrl() ?? 'No address'}</p>
    <p class="hint">${isEnabled ? 'Enabled' : 'Disabled after 24 hours without an answer'}</p>
    <div class="actions">
      ${!isEnabled && button('/sandbox/webhook', 'Enable again', { enabled: 'true' })}
    </div>
  </section>`
}

function balanceSection({ context }: Running): Html {
  const balance = balancePaise(context)
  const last = Object.values(context.state.settlements).at(-1)
  return html`<section id="balance" class="clock">
    <h2>Balance</h2>
    <p class="now">${displayAmount(balance, 'INR')}</p>
    <p class="hint">
      Refunds are paid from it.
      ${
        last === undefined
          ? 'Nothing has been settled yet.'
          : html`Last settled: ${displayAmount(last.amount, 'INR')} on ${time(last.createdAt)}.`
      }
    </p>
    <div class="actions">
      ${balance > 0 && button('/sandbox/settlements', 'Settle everything now', {})}
      ${button('/sandbox/funds', 'Add funds', { amount: '1000000' })}
    </div>
  </section>`
}

function disturbanceSection({ context }: Running): Html {
  const { knobs } = context.state
  const rows = DISTURBANCES.map(({ key, title, effect, share }) => {
    const isOn = share(knobs) > 0
    const state = !isOn ? 'Off' : share(knobs) < 1 ? `On for ${Math.round(share(knobs) * 100)} %` : 'On'
    return html`<li>
      <div>
        <h3>${title}</h3>
        <p class="hint">${effect(knobs)}</p>
      </div>
      <span class="badge ${isOn ? 'switched-on' : 'switched-off'}">${state}</span>
      ${button(
        `/sandbox/disturbances/${key}`,
        isOn ? 'Switch off' : 'Switch on',
        { on: String(!isOn) },
        `${isOn ? 'Switch off' : 'Switch on'}: ${title}`,
      )}
    </li>`
  })
  const count = DISTURBANCES.filter(({ share }) => share(knobs) > 0).length
  return html`<section id="disturbances">
    <h2>Disturbances</h2>
    <div class="summary">
      <p class="hint">
        ${count === 0 ? 'Everything arrives as it should.' : `${count} of ${DISTURBANCES.length} are on.`}
      </p>
      ${count > 0 && button('/sandbox/disturbances', 'Switch all off', {})}
    </div>
    <ul class="switches">
      ${rows}
    </ul>
  </section>`
}

function cardSection(): Html {
  const rows = TEST_CARDS.map(
    (card) =>
      html`<tr>
        <td><code>${card.number.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code></td>
        <td>${card.label}</td>
        <td><code>${card.key}</code></td>
      </tr>`,
  )
  return table(
    { id: 'cards', caption: 'Test cards', heads: ['Number', 'What happens', 'Key for /sandbox/pay'] },
    rows,
    '',
  )
}

/** The overview with its buttons, as plain forms. */
export function dashboardReply(running: Running, notice: string): Reply {
  const { state, merchantName, keyId } = running.context
  const page = renderDocument(
    { title: 'Payment sandbox', stylesheets: ['/sandbox/dashboard.css'] },
    html`<body>
      <header>
        <div>
          <h1>Payment sandbox</h1>
          <p>${merchantName}, <code>${keyId}</code></p>
        </div>
        <p class="test-mode">Test mode, no money moves</p>
      </header>
      <main>
        ${notice !== '' && html`<p class="notice" role="alert">${notice}</p>`}
        <div class="pair">${clockSection(running)}${webhookSection(running)}</div>
        ${balanceSection(running)} ${disturbanceSection(running)}
        ${table(
          {
            id: 'subscriptions',
            caption: 'Subscriptions',
            heads: ['Subscription', 'Status', 'Paid', 'Cycle ends', 'Next charge', 'Actions'],
          },
          newest(state.subscriptions).map((subscription) => subscriptionRow(running, subscription)),
          'No subscriptions yet. They appear when a member starts to join.',
        )}
        ${table(
          {
            id: 'payments',
            caption: 'Payments',
            heads: ['Payment', 'Status', 'Amount', 'Card', 'Made', 'Actions'],
          },
          newest(state.payments).map(paymentRow),
          'No payments yet.',
        )}
        ${table(
          {
            id: 'events',
            caption: 'Webhook deliveries',
            heads: ['Event', 'Status', 'Answer', 'Arose', 'Next attempt', 'Actions'],
          },
          newest(state.events).map(eventRow),
          'No deliveries yet.',
        )}
        ${cardSection()}
      </main>
    </body>`,
  )
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
    body: page,
  }
}
