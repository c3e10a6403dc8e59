import { html, type Html } from '#sandbox/page/html.ts'

import { TEST_VPAS } from '../billing/upi.ts'
import { field } from './field.ts'

/** Card or UPI; only shown where both are available. */
export function methodChoice(): Html {
  return html`<fieldset class="methods" data-methods>
    <legend>Pay by</legend>
    <label><input type="radio" name="method" value="card" checked /><span>Card</span></label>
    <label><input type="radio" name="method" value="upi" /><span>UPI Autopay</span></label>
  </fieldset>`
}

/** The address field, later replaced by the question that the customer's own app asks. */
export function upiForms(payLabel: string): Html {
  return html`<form data-upi-form novalidate hidden>
      ${field('vpa', 'UPI ID', html`inputmode="email" autocomplete="off" autocapitalize="none" spellcheck="false" placeholder="name@bank" maxlength="120"`)}
      <p class="hint">
        Renewals are debited by themselves up to ₹15,000. Your bank tells you 24 hours before each one.
      </p>
      <button class="pay" type="submit"><span>${payLabel}</span></button>
    </form>
    <form data-approval-form novalidate hidden>
      <h2 tabindex="-1">Approve it in your UPI app</h2>
      <p class="hint">We asked <strong data-vpa></strong>. In test mode you answer here.</p>
      <button class="pay" type="submit"><span>Approve</span></button>
      <button class="quiet" type="button" data-decline>Decline</button>
    </form>`
}

export function testVpas(): Html {
  const rows = TEST_VPAS.map(
    ({ vpa, label }) =>
      html`<li>
        <button type="button" data-vpa-fill="${vpa}">
          <span class="outcome">${label}</span><span class="digits">${vpa}</span>
        </button>
      </li>`,
  )
  return html`<aside aria-labelledby="vpas-title" data-helps="upi" hidden>
    <h2 id="vpas-title">Test UPI IDs</h2>
    <p class="hint">Choose one to fill the form. Any other that reads like one succeeds.</p>
    <ul class="cards">
      ${rows}
    </ul>
  </aside>`
}
