/* The card form inside the checkout frame and on the hosted page. */
;(function runCheckoutPage() {
  'use strict'

  const root = document.querySelector('[data-checkout]')
  const { keyId, subscriptionId, hostOrigin, callbackUrl, cardChange, color } = root.dataset
  const isEmbedded = hostOrigin !== '' && window.parent !== window
  const form = document.querySelector('[data-card-form]')
  const otpForm = document.querySelector('[data-otp-form]')
  const done = document.querySelector('[data-done]')
  const notice = document.querySelector('[data-notice]')
  let paymentId = ''
  /** The form of the chosen payment method; upi.js may choose another. */
  let chosen = form

  if (/^#[0-9a-f]{6}$/i.test(color)) applyColor(color)

  function channel(hex) {
    const share = Number.parseInt(hex, 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }

  function applyColor(hex) {
    const light =
      0.2126 * channel(hex.slice(1, 3)) +
      0.7152 * channel(hex.slice(3, 5)) +
      0.0722 * channel(hex.slice(5, 7))
    const style = document.documentElement.style
    style.setProperty('--accent', hex)
    style.setProperty('--on-accent', light > 0.36 ? '#10140f' : '#ffffff')
  }

  function tellHost(message) {
    if (isEmbedded) window.parent.postMessage(message, hostOrigin)
  }

  function dismiss(reason) {
    if (isEmbedded) tellHost({ type: 'dismiss', reason })
    else window.history.back()
  }

  function showNotice(text) {
    notice.textContent = text
    notice.hidden = text === ''
  }

  function setFieldError(input, text) {
    const hint = document.getElementById(`${input.id}-error`)
    hint.textContent = text
    if (text === '') input.removeAttribute('aria-invalid')
    else input.setAttribute('aria-invalid', 'true')
  }

  function isLuhnValid(digits) {
    let sum = 0
    for (let index = 0; index < digits.length; index += 1) {
      const digit = Number(digits[digits.length - 1 - index])
      const doubled = index % 2 === 1 ? digit * 2 : digit
      sum += doubled > 9 ? doubled - 9 : doubled
    }
    return sum % 10 === 0
  }

  function expiryProblem(text) {
    const match = /^(\d{2})\s*\/\s*(\d{2})$/.exec(text)
    if (!match || Number(match[1]) < 1 || Number(match[1]) > 12) return 'Enter the expiry as MM/YY'
    const lastMoment = Date.UTC(2000 + Number(match[2]), Number(match[1]), 1)
    return lastMoment <= Number(root.dataset.now) * 1000 ? 'This card has expired' : ''
  }

  const checks = {
    number(value) {
      const digits = value.replaceAll(/\s/g, '')
      if (digits === '') return 'Enter the card number'
      return /^\d{12,19}$/.test(digits) && isLuhnValid(digits) ? '' : 'Check the card number'
    },
    expiry: expiryProblem,
    cvv: (value) => (/^\d{3,4}$/.test(value) ? '' : 'Enter the 3 or 4 digits'),
    holder: (value) => (value.trim() === '' ? 'Enter the name on the card' : ''),
  }

  function isFormComplete() {
    let firstBad = null
    for (const [name, check] of Object.entries(checks)) {
      const input = form.elements[name]
      const problem = check(input.value)
      setFieldError(input, problem)
      if (problem !== '' && firstBad === null) firstBad = input
    }
    if (firstBad) firstBad.focus()
    return firstBad === null
  }

  function setBusy(target, isBusy) {
    const button = target.querySelector('button[type="submit"]')
    button.disabled = isBusy
    button.dataset.busy = String(isBusy)
    root.setAttribute('aria-busy', String(isBusy))
  }

  async function post(path, body) {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return response.json()
  }

  function show(section) {
    for (const each of [...document.querySelectorAll('.paying form'), done]) each.hidden = each !== section
  }

  /** Focuses without hiding the content above: on a phone the notice would be scrolled away. */
  function focusFromTop(element) {
    window.scrollTo(0, 0)
    element.focus({ preventScroll: true })
  }

  function submitTo(url, fields) {
    const target = document.createElement('form')
    target.method = 'post'
    target.action = url
    for (const [name, value] of Object.entries(fields)) {
      const input = document.createElement('input')
      input.type = 'hidden'
      input.name = name
      input.value = value
      target.append(input)
    }
    document.body.append(target)
    target.submit()
  }

  function take(answer) {
    if (answer.outcome === 'captured') {
      show(done)
      root.dispatchEvent(new CustomEvent('checkout:done'))
      focusFromTop(done.querySelector('h2'))
      if (isEmbedded) setTimeout(() => tellHost({ type: 'success', response: answer.response }), 700)
      else if (callbackUrl !== '') submitTo(callbackUrl, answer.response)
      return
    }
    if (answer.outcome === 'otp') {
      paymentId = answer.payment_id
      showNotice('')
      show(otpForm)
      otpForm.elements.otp.value = ''
      focusFromTop(otpForm.elements.otp)
      return
    }
    if (answer.outcome === 'upi') {
      root.dispatchEvent(new CustomEvent('checkout:asked', { detail: answer }))
      return
    }
    const error = answer.error || { description: 'The payment could not be completed. Try again.' }
    root.dispatchEvent(new CustomEvent('checkout:failed'))
    show(chosen)
    showNotice(error.description)
    focusFromTop(chosen.querySelector('input'))
    if (answer.outcome === 'failed') tellHost({ type: 'failed', error })
  }

  async function send(target, path, body) {
    setBusy(target, true)
    showNotice('')
    try {
      take(await post(path, body))
    } catch {
      showNotice('The connection was lost. Nothing was charged; try again.')
    } finally {
      setBusy(target, false)
    }
  }

  root.addEventListener('checkout:show', ({ detail }) => {
    const isChoice = detail.form === null || detail.form.elements.vpa
    if (isChoice) chosen = detail.form ?? form
    show(detail.form ?? form)
  })
  root.addEventListener('checkout:notice', ({ detail }) => showNotice(detail.text))
  root.addEventListener('checkout:send', ({ detail }) => {
    void send(detail.form, detail.path, detail.body)
  })

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!isFormComplete()) return
    void send(form, '/v1/checkout/payments', {
      key_id: keyId,
      subscription_id: subscriptionId,
      card_change: cardChange === '1',
      number: form.elements.number.value,
      expiry: form.elements.expiry.value,
      cvv: form.elements.cvv.value,
      holder: form.elements.holder.value,
      email: root.dataset.email,
      contact: root.dataset.contact,
    })
  })

  otpForm.addEventListener('submit', (event) => {
    event.preventDefault()
    const input = otpForm.elements.otp
    const problem = /^\d{6}$/.test(input.value) ? '' : 'Enter the six digits'
    setFieldError(input, problem)
    if (problem !== '') {
      input.focus()
      return
    }
    void send(otpForm, '/v1/checkout/otp', { key_id: keyId, payment_id: paymentId, otp: input.value })
  })

  function grouped(text, size, separator, max) {
    const digits = text.replaceAll(/\D/g, '').slice(0, max)
    return digits.match(new RegExp(`.{1,${size}}`, 'g'))?.join(separator) ?? ''
  }

  function keepCaret(input, format) {
    const isAtEnd = input.selectionStart === input.value.length
    const caret = input.selectionStart
    input.value = format(input.value)
    if (!isAtEnd) input.setSelectionRange(caret, caret)
  }

  form.elements.number.addEventListener('input', (event) => {
    keepCaret(event.target, (text) => grouped(text, 4, ' ', 19))
  })
  form.elements.expiry.addEventListener('input', (event) => {
    if (event.inputType && event.inputType.startsWith('delete')) return
    keepCaret(event.target, (text) => grouped(text, 2, '/', 4))
  })
  for (const input of document.querySelectorAll('input')) {
    input.addEventListener('input', () => {
      if (input.hasAttribute('aria-invalid')) setFieldError(input, '')
    })
  }

  function fill(number) {
    const values = {
      number: grouped(number, 4, ' ', 19),
      expiry: root.dataset.expiry,
      cvv: '123',
      holder: root.dataset.holder || 'Test Member',
    }
    for (const [name, value] of Object.entries(values)) {
      form.elements[name].value = value
      setFieldError(form.elements[name], '')
    }
    show(form)
    showNotice('')
    form.querySelector('button[type="submit"]').focus()
  }

  for (const button of document.querySelectorAll('[data-fill]')) {
    button.addEventListener('click', () => fill(button.dataset.fill))
  }
  for (const button of document.querySelectorAll('[data-dismiss]')) {
    button.addEventListener('click', () => dismiss('close'))
  }
  for (const button of document.querySelectorAll('[data-back]')) {
    button.addEventListener('click', () => {
      show(form)
      form.elements.number.focus()
    })
  }
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    if (isEmbedded) dismiss('escape')
  })
  // The page is inert until its scripts are listening: a button pressed earlier would do nothing.
  document.addEventListener('DOMContentLoaded', () => {
    root.inert = false
    form.elements.number.focus()
  })
})()
