import { renderDocument } from '#sandbox/page/document.ts'
import { html, type Html } from '#sandbox/page/html.ts'

import { TEST_CARDS } from '../billing/cards.ts'
import { amountDue, requirePayable } from '../billing/first-payment.ts'
import { getPlanOf } from '../billing/charge.ts'
import { takesUpi } from '../billing/upi-payment.ts'
import type { Context } from '../core/context.ts'
import type { Subscription } from '../core/entities.ts'
import { ApiError } from '../core/errors.ts'
import type { Reply } from '../http/exchange.ts'
import { field } from './field.ts'
import { displayAmount, displayInterval } from './money.ts'
import { methodChoice, testVpas, upiForms } from './upi-form.ts'

export interface CheckoutView {
  /** Set when the page is in a frame of this origin. */
  hostOrigin: string
  /** Set when the hosted page should pass its result on through a form. */
  callbackUrl: string
  merchantName: string
  description: string
  imageUrl: string
  color: string
  holder: string
  email: string
  contact: string
  isCardChange: boolean
}

/** Allowed hosts for a frame or a form result; the sandbox never leaves the machine. */
export function isLoopbackUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  const isLocal =
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  return (protocol === 'http:' || protocol === 'https:') && isLocal
}

const FRAME_ANCESTORS =
  "'self' http://localhost:* http://*.localhost:* http://127.0.0.1:* https://localhost:* https://*.localhost:* https://127.0.0.1:*"

const STYLESHEETS = ['/v1/checkout/page.css', '/v1/checkout/card-form.css', '/v1/checkout/upi-form.css']

/** A checkout page under its own policy: no inline script, no inline style. */
function checkoutReply(title: string, body: Html, callbackUrl: string, imageUrl: string): Reply {
  const formAction = callbackUrl === '' ? "'none'" : new URL(callbackUrl).origin
  const images = imageUrl === '' ? "'self'" : `'self' ${new URL(imageUrl).origin}`
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src ${images} data:`,
    "connect-src 'self'",
    "base-uri 'none'",
    `form-action ${formAction}`,
    `frame-ancestors ${FRAME_ANCESTORS}`,
  ]
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      'cross-origin-resource-policy': 'cross-origin',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
    body: renderDocument({ title, stylesheets: STYLESHEETS }, body),
  }
}

const CLOSE = html`<button class="close" type="button" data-dismiss aria-label="Close payment">
  <svg viewBox="0 0 20 20" aria-hidden="true"><path d="M5 5l10 10M15 5L5 15" /></svg>
</button>`

function merchantMark(view: CheckoutView): Html {
  if (view.imageUrl !== '')
    return html`<img class="mark" src="${view.imageUrl}" alt="" width="44" height="44" />`
  return html`<span class="mark" aria-hidden="true">${view.merchantName.slice(0, 1).toUpperCase()}</span>`
}

function testCards(): Html {
  const rows = TEST_CARDS.map((card) => {
    const number = card.number.replaceAll(/(.{4})(?=.)/g, '$1 ')
    return html`<li>
      <button type="button" data-fill="${card.number}" data-card="${card.key}">
        <span class="outcome">${card.label}</span><span class="digits">${number}</span>
      </button>
    </li>`
  })
  return html`<aside aria-labelledby="cards-title" data-helps="card">
    <h2 id="cards-title">Test cards</h2>
    <p class="hint">Choose one to fill the form. Any future expiry and any CVV will do.</p>
    <ul class="cards">
      ${rows}
    </ul>
  </aside>`
}

function summary(context: Context, subscription: Subscription): { amount: string; terms: string } {
  const plan = getPlanOf(context, subscription)
  const due = amountDue(context, subscription)
  const cycle = `${displayAmount(plan.amount * subscription.quantity, plan.currency)} ${displayInterval(plan)}`
  if (due.isToken) {
    const token = displayAmount(due.amount, plan.currency)
    return { amount: cycle, terms: `${token} is charged to check the card and returned at once.` }
  }
  return {
    amount: cycle,
    terms: `${displayAmount(due.amount, plan.currency)} today, then renews automatically until cancelled.`,
  }
}

function cardForm(payLabel: string): Html {
  return html`<form data-card-form novalidate>
      ${field('number', 'Card number', html`inputmode="numeric" autocomplete="cc-number" placeholder="1234 5678 9012 3456" maxlength="23"`)}
      <div class="pair">
        ${field('expiry', 'Expiry', html`inputmode="numeric" autocomplete="cc-exp" placeholder="MM/YY" maxlength="7"`)}
        ${field('cvv', 'CVV', html`inputmode="numeric" autocomplete="cc-csc" placeholder="123" maxlength="4"`)}
      </div>
      ${field('holder', 'Name on card', html`autocomplete="cc-name"`)}
      <button class="pay" type="submit"><span>${payLabel}</span></button>
    </form>
    <form data-otp-form novalidate hidden>
      <h2>Confirm it is you</h2>
      <p class="hint">Your bank asks for a code. In test mode any six digits work, except 000000.</p>
      ${field('otp', 'Six-digit code', html`inputmode="numeric" autocomplete="one-time-code" maxlength="6" placeholder="123456"`)}
      <button class="pay" type="submit"><span>Confirm payment</span></button>
      <button class="quiet" type="button" data-back>Use another card</button>
    </form>
    <section class="done" data-done hidden>
      <svg class="tick" viewBox="0 0 48 48" aria-hidden="true">
        <circle cx="24" cy="24" r="22" />
        <path d="M15 25l6.5 6.5L34 18" />
      </svg>
      <h2 tabindex="-1">Payment successful</h2>
      <p class="hint">You will be taken back in a moment.</p>
    </section>`
}

/** A card expiry three years ahead of the sandbox's clock, as MM/YY. */
function fillExpiry(now: number): string {
  const date = new Date(now * 1000)
  return `${String(date.getUTCMonth() + 1).padStart(2, '0')}/${String((date.getUTCFullYear() + 3) % 100).padStart(2, '0')}`
}

/** A subscription's checkout, or a page explaining why it can't be paid. */
export function checkoutPage(context: Context, subscription: Subscription, view: CheckoutView): Reply {
  try {
    requirePayable(context, subscription, view.isCardChange)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return refusalPage(view.hostOrigin, error.message)
  }
  const plan = getPlanOf(context, subscription)
  const { amount, terms } = summary(context, subscription)
  const now = context.clock.now()
  const due = amountDue(context, subscription)
  const hasUpi = !view.isCardChange && takesUpi(context, subscription)
  const payLabel = due.isToken ? 'Save this card' : `Pay ${displayAmount(due.amount, plan.currency)}`
  const body = html`<body class="${view.hostOrigin === '' ? 'hosted' : 'embedded'}">
    <main
      class="panel"
      inert
      data-checkout
      data-key-id="${context.keyId}"
      data-subscription-id="${subscription.id}"
      data-host-origin="${view.hostOrigin}"
      data-callback-url="${view.callbackUrl}"
      data-color="${view.color}"
      data-card-change="${view.isCardChange ? '1' : ''}"
      data-holder="${view.holder}"
      data-email="${view.email}"
      data-contact="${view.contact}"
      data-now="${now}"
      data-expiry="${fillExpiry(now)}"
    >
      <p class="test-mode">Test mode, no money moves</p>
      <header>
        ${merchantMark(view)}
        <div>
          <h1>${view.merchantName}</h1>
          <p class="plan">${view.description === '' ? plan.name : view.description}</p>
        </div>
        ${CLOSE}
      </header>
      <div class="columns">
        <div class="paying">
          <p class="amount">${amount}</p>
          <p class="terms">${terms}</p>
          ${view.email === '' ? null : html`<p class="terms">Receipt to ${view.email}</p>`}
          <p class="notice" role="alert" data-notice hidden></p>
          ${hasUpi ? methodChoice() : null} ${cardForm(payLabel)}
          ${hasUpi ? upiForms(due.isToken ? 'Set up Autopay' : payLabel) : null}
        </div>
        ${testCards()} ${hasUpi ? testVpas() : null}
      </div>
    </main>
    <script src="/v1/checkout/page.js"></script>
    ${hasUpi ? html`<script src="/v1/checkout/upi.js"></script>` : null}
  </body>`
  return checkoutReply(`Pay ${view.merchantName}`, body, view.callbackUrl, view.imageUrl)
}

/** Shown instead of a form; only the frame's close button does anything. */
export function refusalPage(hostOrigin: string, message: string): Reply {
  const body = html`<body class="${hostOrigin === '' ? 'hosted' : 'embedded'}">
    <main class="panel refusal" data-host-origin="${hostOrigin}">
      <p class="test-mode">Test mode, no money moves</p>
      ${hostOrigin === '' ? null : CLOSE}
      <h1>This payment cannot be made</h1>
      <p class="hint">${message}</p>
    </main>
    <script src="/v1/checkout/refusal.js"></script>
  </body>`
  return checkoutReply('Payment', body, '', '')
}
