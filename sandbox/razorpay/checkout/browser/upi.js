/* UPI Autopay beside the card form: an address, then its owner's yes or no. Talks to page.js through events. */
;(function runUpi() {
  'use strict'

  const root = document.querySelector('[data-checkout]')
  const { keyId, subscriptionId, email, contact } = root.dataset
  const methods = document.querySelector('[data-methods]')
  const form = document.querySelector('[data-upi-form]')
  const approval = document.querySelector('[data-approval-form]')
  const input = form.elements.vpa
  let paymentId = ''

  function tell(name, detail) {
    root.dispatchEvent(new CustomEvent(name, { detail }))
  }

  /** Shows a payment method's test values, or none. */
  function help(method) {
    for (const aside of document.querySelectorAll('[data-helps]'))
      aside.hidden = aside.dataset.helps !== method
  }

  function choose(method) {
    help(method)
    tell('checkout:show', { form: method === 'upi' ? form : null })
    tell('checkout:notice', { text: '' })
  }

  function setError(text) {
    document.getElementById('vpa-error').textContent = text
    if (text === '') input.removeAttribute('aria-invalid')
    else input.setAttribute('aria-invalid', 'true')
  }

  for (const radio of methods.querySelectorAll('input'))
    radio.addEventListener('change', () => choose(radio.value))

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const vpa = input.value.trim()
    const isVpa = /^[a-z0-9][a-z0-9._-]{1,255}@[a-z][a-z0-9]{1,63}$/i.test(vpa)
    setError(isVpa ? '' : vpa === '' ? 'Enter your UPI ID' : 'Check the UPI ID')
    if (!isVpa) {
      input.focus()
      return
    }
    const body = { key_id: keyId, subscription_id: subscriptionId, vpa, email, contact }
    tell('checkout:send', { form, path: '/v1/checkout/upi', body })
  })

  function answer(isApproved) {
    const body = { key_id: keyId, payment_id: paymentId, approved: isApproved }
    tell('checkout:send', { form: approval, path: '/v1/checkout/approval', body })
  }

  approval.addEventListener('submit', (event) => {
    event.preventDefault()
    answer(true)
  })
  approval.querySelector('[data-decline]').addEventListener('click', () => answer(false))

  root.addEventListener('checkout:asked', ({ detail }) => {
    paymentId = detail.payment_id
    approval.querySelector('[data-vpa]').textContent = detail.vpa
    methods.hidden = true
    help('')
    tell('checkout:show', { form: approval })
    approval.querySelector('h2').focus({ preventScroll: true })
  })
  root.addEventListener('checkout:failed', () => {
    methods.hidden = false
    help(methods.querySelector('input:checked').value)
  })
  root.addEventListener('checkout:done', () => {
    methods.hidden = true
  })

  for (const button of document.querySelectorAll('[data-vpa-fill]')) {
    button.addEventListener('click', () => {
      input.value = button.dataset.vpaFill
      setError('')
      form.querySelector('button[type="submit"]').focus()
    })
  }
  input.addEventListener('input', () => setError(''))
})()
